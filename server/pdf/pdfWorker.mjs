// Runs in a thread of its own, with a bounded heap and a clock against it: the parser is not trusted with what people upload.
// Plain JavaScript, so that it runs alike from the sources, under the tests and beside the bundle.
import { parentPort, workerData } from 'node:worker_threads';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

const { bytes, cMapUrl, pages: mostPages, texts: mostTexts } = workerData;

async function answer() {
  const task = getDocument({
    data: bytes, cMapUrl, cMapPacked: true, isEvalSupported: false, disableFontFace: true, useSystemFonts: false, useWasm: false, stopAtErrors: false, enableXfa: false, verbosity: VerbosityLevel.ERRORS,
  });
  const document = await task.promise;
  const pages = [];
  let left = mostTexts;
  for (let number = 1; number <= Math.min(document.numPages, mostPages) && left > 0; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const texts = items
      .filter((item) => typeof item.str === 'string' && item.str.trim() !== '')
      .slice(0, left)
      .map((item) => ({ text: item.str, x: item.transform[4], y: item.transform[5], width: item.width, height: item.height || Math.abs(item.transform[3]) }));
    left -= texts.length;
    pages.push({ page: number, texts });
    page.cleanup();
  }
  return { pages };
}

try {
  parentPort.postMessage(await answer());
} catch (error) {
  parentPort.postMessage({ failure: error?.name === 'PasswordException' ? 'encrypted' : 'unreadable' });
}
