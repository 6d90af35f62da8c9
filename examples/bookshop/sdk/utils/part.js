import { ClientError } from "./errors.js";
export function atOnce(now) {
    return { now, load: async () => now };
}
/** @param file of the generated client, for people */
export function whenNeeded(file, load) {
    let now;
    let loading;
    return {
        get now() {
            return now;
        },
        load() {
            loading ??= loadFile(file, load).then((loaded) => {
                now = loaded;
                return loaded;
            }, (error) => {
                loading = undefined;
                throw error;
            });
            return loading;
        },
    };
}
/** @throws ClientError FILE_NOT_LOADED */
export async function loadFile(file, load) {
    try {
        return await load();
    }
    catch (cause) {
        throw new ClientError("FILE_NOT_LOADED", `${file} of this client could not be loaded: look to the connection and call again; reload the page if a new version was deployed`, { cause });
    }
}
