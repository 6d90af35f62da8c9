/**
 * Text as the body of an answer, made as fast as the client takes it. Whatever it waits for is given up when the client goes away or
 * the server stops.
 */
export function textStream(
  write: (stop: AbortSignal) => AsyncGenerator<string>,
  stopped: AbortSignal,
): ReadableStream<Uint8Array> {
  const gone = new AbortController();
  const end = (): void => gone.abort();
  stopped.addEventListener("abort", end, { once: true });
  const release = (): void => stopped.removeEventListener("abort", end);
  const texts = write(gone.signal);
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await texts.next();
        if (gone.signal.aborted && !stopped.aborted) return;
        if (!done) return controller.enqueue(encoder.encode(value));
        release();
        controller.close();
      },
      cancel() {
        release();
        end();
      },
    },
    { highWaterMark: 0 },
  );
}
