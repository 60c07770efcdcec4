// Writes the example layouts that people download to begin with: `npx tsx scripts/shippedLayouts.ts`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { gasChromatographyLayout } from './layouts/excelLayouts';
import { reportLayout, samplingLayout } from './layouts/wordLayouts';

const folder = new URL('../public/layouts/', import.meta.url);
mkdirSync(folder, { recursive: true });
const files = {
  'report.docx': await reportLayout(),
  'sampling.docx': await samplingLayout(),
  'gas-chromatography.xlsx': gasChromatographyLayout(),
};
for (const [name, bytes] of Object.entries(files)) {
  writeFileSync(new URL(name, folder), bytes);
  process.stdout.write(`${name} ${bytes.length} bytes\n`);
}
