/** Returns the smallest file of a type that programs open without errors. `undefined` for other types. */
export function smallestFile(type: string): Uint8Array | undefined {
  const encoded = FILES[type];
  return encoded === undefined ? undefined : Buffer.from(encoded, "base64");
}

const PDF = Buffer.from(
  [
    "%PDF-1.4",
    "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj",
    "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj",
    "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj",
    "trailer<</Root 1 0 R>>",
    "%%EOF",
  ].join("\n"),
).toString("base64");

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>').toString("base64");

/** An empty zip file: only the end-of-central-directory record (APPNOTE.TXT, 4.3.16). */
const ZIP = Buffer.from([0x50, 0x4b, 5, 6, ...new Array<number>(18).fill(0)]).toString("base64");

/** RIFF, PCM, mono, 8 kHz, 8 bit, no samples. */
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

const FILES: Readonly<Record<string, string>> = {
  "image/png": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "image/jpeg":
    "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=",
  "image/webp": "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==",
  "image/gif": "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
  "image/svg+xml": SVG,
  "application/pdf": PDF,
  "application/zip": ZIP,
  "application/gzip": "H4sIAAAAAAAAAwMAAAAAAAAAAAA=",
  "audio/wav": WAV,
};
