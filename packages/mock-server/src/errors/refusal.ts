import type { Problem } from "./problem.js";

/** Thrown where a write finds out half-way that the request cannot be met; the client gets the problem, nothing is kept. */
export class Refusal extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.name = "Refusal";
    this.problem = problem;
  }
}
