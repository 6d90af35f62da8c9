import { parentPort, workerData } from "node:worker_threads";
import { xmlNodes } from "./xml-nodes.js";

// As text: the other thread reads that in slices, a value it would have to take in at one go.
parentPort?.postMessage(JSON.stringify(xmlNodes(workerData)));
