// A balance on a serial port of the computer (Web Serial). The type library does not have this part of the browser yet.

interface SerialPort {
  readonly readable: ReadableStream<Uint8Array> | null;
  readonly writable: WritableStream<Uint8Array> | null;
  open(options: { readonly baudRate: number }): Promise<void>;
  close(): Promise<void>;
}
interface SerialPorts {
  requestPort(): Promise<SerialPort>;
}

export interface Balance {
  /** Requests the next stable reading: `S` of MT-SICS, `ESC P` of SBI. */
  ask(): Promise<void>;
  close(): Promise<void>;
  /** Resolves when the balance is disconnected or closed. */
  readonly ended: Promise<void>;
}

/** Default setting of both manufacturers. */
const baudRate = 9600;
const request = new TextEncoder().encode('S\r\n\u001bP\r\n');

/** Passes each complete line of a stream to `handleLine`. A text without a line end waits for the rest. */
async function eachLine(stream: ReadableStreamDefaultReader<Uint8Array>, handleLine: (line: string) => void) {
  const decoder = new TextDecoder('ascii');
  let unfinishedLine = '';
  for (;;) {
    const { value, done } = await stream.read();
    if (done) return;
    const lines = (unfinishedLine + decoder.decode(value, { stream: true })).split(/\r\n|\r|\n/);
    unfinishedLine = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') handleLine(line);
  }
}

/**
 * Opens the port that the person chooses, and passes its lines to `handleLine`.
 * @throws DOMException if no port is chosen, or it can't be opened
 */
export async function openBalance(handleLine: (line: string) => void): Promise<Balance> {
  const port = await (navigator as unknown as { readonly serial: SerialPorts }).serial.requestPort();
  await port.open({ baudRate });
  const reader = port.readable?.getReader();
  // Pulling out the cable ends the reading. The button then offers to connect again.
  const ended = (reader ? eachLine(reader, handleLine) : Promise.resolve()).catch(() => undefined);
  return {
    ended,
    async ask() {
      const writer = port.writable?.getWriter();
      await writer?.write(request);
      writer?.releaseLock();
    },
    async close() {
      await reader?.cancel().catch(() => undefined);
      await ended;
      reader?.releaseLock();
      await port.close().catch(() => undefined);
    },
  };
}
