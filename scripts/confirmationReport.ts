// Writes the 软件确认报告 from the results of the last run of all tests (`npm run proofs`), or of the one that `--from FILE` names, as a PDF to be signed.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { productTitle } from '../contract/constants';
import { layOut } from '../contract/print/pages';
import { makePdf } from '../server/print/makePdf';
import { root } from '../server/root';
import { readResults } from '../tests/bench/report';
import { checkedSections, confirmationDocument } from '../tests/proof/confirmationReport';
import { idsIn } from '../tests/proof/ids';
import { lastRun, readRun } from '../tests/proof/run';
import { spec } from '../tests/proof/spec/all';
import { proofRows } from '../tests/proof/table';
import { testFiles } from '../tests/proof/titles';

const words = process.argv.slice(2);
const from = words.includes('--from') ? resolve(words[words.indexOf('--from') + 1] ?? '') : lastRun;
if (!existsSync(from)) throw new Error(`${relative(root, from)} does not exist: run npm run proofs first`);

const run = readRun(from);
const sections = checkedSections(spec, run);
const rows = proofRows(run, new Set(testFiles().flatMap(({ titles }) => titles.flatMap(idsIn))), readResults(root));
const document = confirmationDocument(run, sections, rows, 'Asia/Shanghai');
const target = join(root, `dist/proof/软件确认报告-${run.version}.pdf`);
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, await makePdf(layOut(document), productTitle, new Map(), document.title, new Date(run.at)));

const all = sections.flatMap(({ requirements }) => requirements);
const said = (result: string): number => all.filter((one) => one.result === result).length;
console.log(`${relative(root, target)}: ${all.length} requirements, ${said('符合')} met, ${said('不符合')} not, ${said('未运行')} not run, ${said('无测试')} without a test; ${rows.filter(({ verdict }) => verdict === 'ok').length} of ${rows.length} goals`);
process.exit();
