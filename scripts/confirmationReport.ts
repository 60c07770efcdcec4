// Writes 软件确认报告 as PDF from the results of the last `npm run proof`, or of the run given by `--from FILE`.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { productTitle } from '../contract/constants';
import { root } from '../server/base/root';
import { makePdf } from '../server/print/makePdf';
import { readResults } from '../tests/bench/report';
import { checkedSections, confirmationDocument } from '../tests/proof/confirmationReport';
import { lastProof, readRun } from '../tests/proof/run';
import { spec } from '../tests/proof/spec/all';
import { proofRows } from '../tests/proof/table';
import { testFiles } from '../tests/proof/titles';

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

const [option, fromFile, ...more] = process.argv.slice(2);
if (more.length > 0 || (option !== undefined && (option !== '--from' || fromFile === undefined)))
  refuse(
    '用法：npm run confirmation-report，取自最近一次 npm run proof；或加 -- --from 结果文件，如 dist/proof/tests.json（最近一次 npm test）',
  );
const from = fromFile === undefined ? lastProof : resolve(process.env['INIT_CWD'] ?? '', fromFile);
if (!existsSync(from))
  refuse(
    fromFile === undefined
      ? '还没有完整的测试结果：请先运行 npm run proof（约一小时一刻），再生成确认报告。'
      : `没有结果文件 ${fromFile}，请核对文件名。`,
  );

const run = readRun(from);
const sections = checkedSections(spec, run);
const rows = proofRows(run, testFiles(), readResults(root));
const document = confirmationDocument(run, sections, rows, 'Asia/Shanghai');
const target = join(root, `dist/proof/软件确认报告-${run.version}.pdf`);
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, await makePdf(document, productTitle, new Map(), document.title, new Date(run.at)));

const all = sections.flatMap(({ requirements }) => requirements);
const countOf = (result: string): number => all.filter((requirement) => requirement.result === result).length;
console.log(
  `${relative(root, target)}: ${all.length} requirements, ${countOf('符合')} met, ${countOf('不符合')} not, ${countOf('未运行')} not run, ${countOf('无测试')} without a test; ${rows.filter(({ verdict }) => verdict === 'ok').length} of ${rows.length} goals`,
);
process.exit();
