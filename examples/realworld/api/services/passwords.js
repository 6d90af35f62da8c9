import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(scrypt);
const LENGTH = 32;

export default () => ({
  async hash(password) {
    const salt = randomBytes(16);
    return `${salt.toString("hex")}:${(await derive(password, salt, LENGTH)).toString("hex")}`;
  },
  async matches(password, hash) {
    const [salt, key] = hash.split(":").map((part) => Buffer.from(part, "hex"));
    return timingSafeEqual(await derive(password, salt, LENGTH), key);
  },
});
