import { HttpError } from "@onespec/framework-cli";
import { jwtVerify, SignJWT } from "jose";

export default ({ repository, services, config }) => {
  const users = repository("User");
  const secret = new TextEncoder().encode(config.custom.conduit.jwtSecret);

  const show = async ({ id, username, email, bio, image }) => {
    const token = await new SignJWT()
      .setProtectedHeader({ alg: "HS256" })
      .setSubject(String(id))
      .setExpirationTime("7d")
      .sign(secret);
    return { username, email, bio, image, token };
  };
  const stored = async ({ password, ...user }) => ({
    ...user,
    ...(password !== undefined && { passwordHash: await services.passwords.hash(password) }),
  });

  return {
    signUp: async (user) => show(await users.create(await stored(user))),
    async signIn({ email, password }) {
      const [user] = await users.find({ where: { email } });
      if (!user || !(await services.passwords.matches(password, user.passwordHash)))
        throw new HttpError(401, "email or password is invalid");
      return show(user);
    },
    show,
    change: async ({ id }, changes) => show(await users.update(id, await stored(changes))),
    /** The user of a token; `undefined` if it is forged or expired. */
    async ofToken(token) {
      const { payload } = await jwtVerify(token, secret).catch(() => ({}));
      return payload && users.get(Number(payload.sub));
    },
  };
};
