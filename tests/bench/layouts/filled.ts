// Separate process: a report of so many results as a file, by the product's own drawing or in an own layout, in this
// process. Arguments: way, results.
import { createRequire } from 'node:module';
import { reportLayoutData } from '@contract/features/reports/paper/reportLayoutData';
import { reportDocument } from '@contract/features/reports/reportDocument';
import { currentEdition } from '@contract/print/paperEdition';
import { drawDocx, drawPdf } from '@server/print/drawWork';
import { fontFiles } from '@server/print/fontFiles';
import { fillLayoutFile } from '@server/print/layouts/layoutWork';
import { docxLayoutOf, xlsxLayoutOf } from '../../support/layoutFiles';
import { issue, reportOf } from '../reportPdf/content';
import { tell } from '../reportPdf/tell';

const content = { ...reportOf(Number(process.argv[3])), edition: currentEdition };
const author = content.agency.name;
const pictures = new Map<string, string>();
const faces = () => {
  const { resolve } = createRequire(import.meta.url);
  return Object.fromEntries(
    Object.entries(fontFiles).map(([name, [packageName, file]]) => [name, resolve(`${packageName}/${file}`)]),
  ) as Record<keyof typeof fontFiles, string>;
};

/** The tables of the report, as the product's own report prints them. */
const tested = ['序号', '样品编号', '车间', '岗位', '检测项目', '采样日期', '采样时间', '检测结果', '单位'];
const judged = ['车间', '岗位', '检测项目', '样品编号', '采样日期', '结果类型', '检测结果', '接触限值', '判定'];
const line = (list: string, names: readonly string[]): string[] =>
  names.map((name, at) => `${at === 0 ? `{#${list}}` : ''}{${name}}${at === names.length - 1 ? `{/${list}}` : ''}`);
const rows = [tested, line('样品检测结果', tested), judged, line('化学有害因素检测结果与判定', judged)];

const fill = async (format: 'docx' | 'xlsx'): Promise<Uint8Array> => {
  const bytes = format === 'docx' ? await docxLayoutOf(['{报告编号}', '{结论}'], rows) : xlsxLayoutOf(rows);
  return fillLayoutFile({ bytes, format, data: reportLayoutData(content, issue), pictures });
};
const document = () => reportDocument(content, issue);
const ways: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  docx: () => fill('docx'),
  xlsx: () => fill('xlsx'),
  ownDocx: () => drawDocx({ document: document(), author, mark: '副本', pictures }),
  ownPdf: () =>
    drawPdf({ documents: [document()], title: undefined, author, pictures, createdAt: undefined, faces: faces() }),
};
const make = ways[process.argv[2] ?? ''];
if (!make) throw new Error('way?');
await tell(make, () => 0);
