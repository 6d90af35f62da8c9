/** A file of a `multipart/form-data` body. */
export class UploadedFile {
  /** As the client called it: never use it as a path. */
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;

  constructor(filename: string, contentType: string, content: Buffer) {
    this.filename = filename;
    this.contentType = contentType;
    this.content = content;
  }
}
