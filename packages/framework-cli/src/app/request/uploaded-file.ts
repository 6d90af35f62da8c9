/** A file of a `multipart/form-data` body. */
export class UploadedFile {
  /** As the client called it, without folders and control characters: still two files may have the same. Empty where nothing is left. */
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;

  constructor(filename: string, contentType: string, content: Buffer) {
    this.filename = baseName(filename);
    this.contentType = contentType;
    this.content = content;
  }
}

/** RFC 7578, section 4.2, has receivers take no path from a client. */
function baseName(filename: string): string {
  const name = filename.replace(/^.*[/\\]/s, "").replace(/\p{Cc}/gu, "");
  return /^\.*$/.test(name) ? "" : name;
}
