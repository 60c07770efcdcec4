import { strToU8, zipSync } from 'fflate';
import { utils, write } from 'xlsx';
import { messages } from '@contract/messages';
import { sheetMessages } from '@contract/workbook/sheetMessages';
import { sheetLimits } from '@server/workbook/workbookLimits';
import { proofs } from '../../support/proofs';
import { contentTypes, gold, inline, parts, row, sheetXml, textRow, xlsx } from './workbooks';

const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const compoundFile = (...names: string[]) => compoundFileOf(3, ...names);
const compoundFileOf = (version: number, ...names: string[]) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(18),
    Buffer.from([version, 0]),
    Buffer.alloc(2048),
    ...names.map(utf16),
    Buffer.alloc(2048),
  ]);
const good = textRow('名称') + textRow('甲');

/** Makes parts of one size declare another, in the directory and before the data. */
function declaring(bytes: Uint8Array, real: number, declared: number): Uint8Array {
  const zip = Buffer.from(bytes);
  for (let index = 0; index < zip.length - 4; index += 1) {
    const signature = zip.readUInt32LE(index);
    const field = signature === 0x02014b50 ? 24 : signature === 0x04034b50 ? 22 : 0;
    if (field && zip.readUInt32LE(index + field) === real) zip.writeUInt32LE(declared, index + field);
  }
  return zip;
}
const lyingSheet = (content: Uint8Array, declared: number) =>
  declaring(xlsx(good, { 'xl/worksheets/sheet1.xml': content }), content.length, declared);

const spoil = (bytes: Uint8Array, at: number): Uint8Array => {
  const copy = Uint8Array.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
};

const encryptedZip = (): Uint8Array => {
  const zip = Buffer.from(xlsx(good));
  for (let index = 0; index < zip.length - 4; index += 1)
    if (zip.readUInt32LE(index) === 0x02014b50) zip.writeUInt16LE(1, index + 8);
  return zip;
};

const old = (book: 'xls' | 'xlsb' | 'ods' | 'csv' | 'html') =>
  new Uint8Array(
    write(
      { SheetNames: ['表'], Sheets: { 表: utils.aoa_to_sheet([['名称'], ['甲']]) } },
      { type: 'array', bookType: book },
    ) as ArrayBuffer,
  );
const doctype = '<!DOCTYPE worksheet [<!ENTITY a "甲"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>';
const blankRows = (count: number) =>
  Array.from({ length: count }, (_, index) => `<row r="${index + 2}" spans="1:18" ht="${15 + (index % 97)}"/>`).join(
    '',
  );

type HostileFile = [what: string, bytes: () => Uint8Array, sentence: string];

/** Large files: seconds each. */
const voluminous: HostileFile[] = [
  [
    '100 MB of shared strings',
    () =>
      xlsx(good, {
        'xl/sharedStrings.xml': [strToU8(`<sst>${'<si><t>甲乙</t></si>'.repeat(4_600_000)}</sst>`), { level: 1 }],
      }),
    sheetMessages.bomb,
  ],
  [
    '2^20 blank rows',
    () => xlsx(textRow('名称') + blankRows(2 ** 20 - 1)),
    sheetMessages.tooManyRows(sheetLimits.rows),
  ],
];

/** QUALITY IN6: hostile workbooks, and the sentence that refuses each. */
export const hostileFiles: HostileFile[] = [
  ['an empty file', () => new Uint8Array(), messages.wrongWorkbook],
  ['two bytes', () => strToU8('PK'), messages.wrongWorkbook],
  ['a text', () => strToU8('单位名称,代码\n甲,1'), messages.wrongWorkbook],
  ['a csv', () => old('csv'), messages.wrongWorkbook],
  ['a program', () => Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), Buffer.alloc(4096)]), messages.wrongWorkbook],
  [
    'a web page called xls',
    () => strToU8('\ufeff<html><body><table><tr><td>名称</td></tr></table></body></html>'),
    sheetMessages.webPage,
  ],
  ['a web page of a spreadsheet program', () => old('html'), sheetMessages.webPage],
  [
    'a spreadsheet in one XML file',
    () => strToU8('<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>'),
    sheetMessages.webPage,
  ],
  ['a bare zip', () => zipSync({ 'readme.txt': strToU8('x') }), messages.wrongWorkbook],
  ['an ods', () => old('ods'), messages.wrongWorkbook],
  ['an xlsb', () => old('xlsb'), messages.wrongWorkbook],
  [
    'a Word document',
    () =>
      xlsx(good, {
        '[Content_Types].xml': strToU8(
          contentTypes('application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'),
        ),
      }),
    messages.wrongWorkbook,
  ],
  ['an old Word document', () => compoundFile('WordDocument'), messages.wrongWorkbook],
  [
    'an xlsm by its type',
    () =>
      xlsx(good, {
        '[Content_Types].xml': strToU8(contentTypes('application/vnd.ms-excel.sheet.macroEnabled.main+xml')),
      }),
    sheetMessages.macro,
  ],
  ['an xlsm by its macros', () => xlsx(good, { 'xl/vbaProject.bin': strToU8('x') }), sheetMessages.macro],
  ['an encrypted xlsx', () => compoundFile('EncryptionInfo', 'EncryptedPackage'), sheetMessages.encrypted],
  ['a zip with a password', encryptedZip, sheetMessages.encrypted],
  ['half a file', () => gold('inspect-units.xlsx').slice(0, 100_000), sheetMessages.truncated],
  ['a file without its last byte', () => gold('inspect-units.xlsx').slice(0, -1), sheetMessages.truncated],
  [
    'a file with something behind it',
    () => Buffer.concat([gold('inspect-units.xlsx'), Buffer.from('MZ')]),
    sheetMessages.truncated,
  ],
  [
    'a directory that lies about its place',
    () => {
      const zip = Buffer.from(xlsx(good));
      zip.writeUInt32LE(0xfffffff0, zip.length - 6);
      return zip;
    },
    sheetMessages.truncated,
  ],
  ['a flipped byte in the data', () => spoil(gold('inspect-units.xlsx'), 50_000), sheetMessages.unreadable],
  ['half an xls', () => gold('inspect-units.xls').slice(0, 20_000), sheetMessages.unreadable],
  [
    'an xls of noise',
    () => Buffer.concat([compoundFile('Workbook'), Buffer.alloc(5000, 0xa5)]),
    sheetMessages.unreadable,
  ],
  [
    'a zip behind the head of an xls, past the guard',
    () => Buffer.concat([compoundFileOf(0, 'Workbook'), xlsx(good)]),
    sheetMessages.unreadable,
  ],
  [
    'a bomb by its ratio',
    () => xlsx(good, { 'xl/sharedStrings.xml': new Uint8Array(8 * 1024 * 1024).fill(32) }),
    sheetMessages.bomb,
  ],
  [
    'a bomb in a part that is never read',
    () => xlsx(good, { 'xl/media/image1.png': new Uint8Array(8 * 1024 * 1024) }),
    sheetMessages.bomb,
  ],
  [
    'a bomb by its total',
    () =>
      declaring(
        xlsx(good, {
          'xl/a.bin': new Uint8Array(1001),
          'xl/b.bin': new Uint8Array(1001),
          'xl/c.bin': new Uint8Array(1001),
        }),
        1001,
        1024 * 1024 * 40,
      ),
    sheetMessages.bomb,
  ],
  [
    'a bomb that declares ten bytes',
    () => lyingSheet(new Uint8Array(4 * 1024 * 1024).fill(32), 10),
    sheetMessages.bomb,
  ],
  ['a size that was declared too large', () => lyingSheet(strToU8(sheetXml(good)), 4000), sheetMessages.unreadable],
  [
    '1,001 parts',
    () =>
      xlsx(
        good,
        Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`xl/media/${index}.txt`, strToU8('x')])),
      ),
    sheetMessages.tooManyParts,
  ],
  ['a workbook in the workbook', () => xlsx(good, { 'xl/embeddings/Book1.xlsx': xlsx(good) }), sheetMessages.nested],
  [
    'an archive in the workbook',
    () => xlsx(good, { 'xl/a.zip': zipSync({ a: new Uint8Array(10) }) }),
    sheetMessages.nested,
  ],
  [
    'an external entity',
    () =>
      xlsx(good, {
        'xl/worksheets/sheet1.xml': strToU8(
          `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${sheetXml(textRow('&e;'))}`,
        ),
      }),
    sheetMessages.dangerousXml,
  ],
  [
    'an entity bomb',
    () => xlsx(good, { 'xl/sharedStrings.xml': strToU8(`${doctype}<sst><si><t>&b;</t></si></sst>`) }),
    sheetMessages.dangerousXml,
  ],
  [
    'an entity in the list of parts',
    () => xlsx(good, { '[Content_Types].xml': strToU8(doctype + contentTypes()) }),
    sheetMessages.dangerousXml,
  ],
  [
    'a sheet in UTF-16',
    () => xlsx(good, { 'xl/worksheets/sheet1.xml': utf16(`\ufeff${doctype}${sheetXml(good)}`) }),
    sheetMessages.dangerousXml,
  ],
  ['nothing but blank rows', () => xlsx(blankRows(1000)), sheetMessages.empty],
  ['no sheet data', () => xlsx('', { 'xl/worksheets/sheet1.xml': strToU8('<worksheet/>') }), sheetMessages.empty],
  [
    '16,384 columns',
    () => xlsx(row(...Array.from({ length: 16_384 }, (_, index) => inline(`列${index}`)))),
    sheetMessages.tooManyColumns(sheetLimits.columns),
  ],
  [
    'a column beyond all columns',
    () => xlsx(`<row r="1"><c r="ZZZZZZ1" t="inlineStr"><is><t>远</t></is></c></row>`),
    sheetMessages.tooManyColumns(sheetLimits.columns),
  ],
  [
    'merges without number',
    () =>
      xlsx(
        good + blankRows(10),
        {},
        { after: `<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(5000)}</mergeCells>` },
      ),
    sheetMessages.unreadable,
  ],
  [
    'a sheet that is missing',
    () => {
      const { 'xl/worksheets/sheet1.xml': _, ...rest } = parts(good);
      return zipSync(rest);
    },
    sheetMessages.unreadable,
  ],
  ['a string that is not among the shared ones', () => xlsx(row('<c t="s"><v>99</v></c>')), sheetMessages.unreadable],
  ['more than 20 MB', () => Buffer.alloc(20 * 1024 * 1024 + 1), sheetMessages.tooBig(20)],
  [
    'more blank rows than are read',
    () => xlsx(textRow('名称') + blankRows(sheetLimits.rows + 2)),
    sheetMessages.tooManyRows(sheetLimits.rows),
  ],
  ...(proofs ? voluminous : []),
];
