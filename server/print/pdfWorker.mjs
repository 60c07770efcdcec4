// Draws PDFs in a thread of its own: the fonts are read once, and the event loop goes on.
// Plain JavaScript, so that it runs alike from the sources, under the tests and beside the bundle.
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import pdfmake from 'pdfmake';

const { regular, bold } = workerData;
pdfmake.virtualfs.writeFileSync('regular.ttf', readFileSync(regular));
pdfmake.virtualfs.writeFileSync('bold.ttf', readFileSync(bold));
pdfmake.addFonts({ NotoSansSC: { normal: 'regular.ttf', bold: 'bold.ttf' } });
// A document holds words alone: it fetches nothing and reads no file.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => path === 'regular.ttf' || path === 'bold.ttf');

parentPort.on('message', async ({ id, definition }) => {
  try {
    const bytes = new Uint8Array(await pdfmake.createPdf(definition).getBuffer());
    parentPort.postMessage({ id, bytes }, [bytes.buffer]);
  } catch (error) {
    parentPort.postMessage({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
