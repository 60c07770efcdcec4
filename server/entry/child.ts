// Entry of the child process that reads and draws users' files. It has its own heap and neither database nor secrets.
// The server survives if it ends.
import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { ChildRequest, ChildJobs, JobName, ChildMessage } from '@server/child/childProtocol';
import { refusalNames } from '@server/child/childProtocol';

type ChildWork<J extends JobName> = (
  input: ChildJobs[J]['input'],
  tell: (part: ChildJobs[J]['part']) => Promise<void>,
) => Promise<ChildJobs[J]['result']>;

const instrumentWork = () => import('@server/features/laboratory/instruments/instrumentWork');

// Modules are loaded at first use: reading workbooks needs no fonts.
const workLoaders: { readonly [J in JobName]: () => Promise<ChildWork<J>> } = {
  workbook: async () => (await import('@server/workbook/parseWorkbook')).parseWorkbook,
  pdfCurve: async () => (await import('@server/pdfText/parsePdf')).findPdfCurve,
  pdfTables: async () => (await import('@server/pdfText/parsePdf')).findPdfTables,
  instrumentRun: async () => (await instrumentWork()).readRunFile,
  instrumentTables: async () => (await instrumentWork()).readFileTables,
  p12: async () => (await import('@server/signing/certified/p12Work')).readP12,
  picture: async () => (await import('@server/files/pictures/pictureWork')).workOnPicture,
  drawPdf: async () => (await import('@server/print/drawWork')).drawPdf,
  drawDocx: async () => (await import('@server/print/drawWork')).drawDocx,
  readLayout: async () => (await import('@server/print/layouts/layoutWork')).readLayoutTags,
  viewLayout: async () => (await import('@server/print/layouts/layoutView')).viewLayoutFile,
  fillLayout: async () => (await import('@server/print/layouts/layoutWork')).fillLayoutFile,
};

/** Sends a message and resolves once the pipe has accepted it, so that a long answer does not fill the memory. */
const sendMessage = (message: ChildMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(message, undefined, {}, (error) => (error ? reject(error) : resolve()));
  });

async function answerRequest({ id, job, input }: ChildRequest): Promise<ChildMessage> {
  try {
    const work = (await workLoaders[job]()) as ChildWork<JobName>;
    await sendMessage({ id, begun: true });
    return { id, done: await work(input, (part) => sendMessage({ id, part })) };
  } catch (error) {
    if (error instanceof Error && refusalNames.has(error.name)) return { id, refused: error.message };
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** Makes this process the first one that Linux ends when memory runs out. */
function offerFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not Linux, or not permitted: the server's own supervision remains.
  }
}

/**
 * Ends the process when the server has ended. A worker thread checks this, because a parser in an endless loop
 * handles no events.
 */
function endWithParent(): void {
  const watchScript = `const from = process.ppid; setInterval(() => { if (process.ppid !== from) process.kill(process.pid, 'SIGKILL'); }, 1000);`;
  new Worker(watchScript, { eval: true, env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref();
}

process.once('disconnect', () => process.exit(0));
process.on('message', (request: ChildRequest) => {
  void answerRequest(request)
    .then(sendMessage)
    .catch(() => process.exit(1));
});
offerFirst();
endWithParent();
void sendMessage({ ready: true });
