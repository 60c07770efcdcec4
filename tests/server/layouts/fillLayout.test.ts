import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { type LayoutData, layoutData } from '@contract/print/layoutFields';
import type { PrintDocument } from '@contract/print/printDocument';
import { root } from '@server/base/root';
import { closeChildren } from '@server/child/childPools';
import { imageSize } from '@server/files/pictures/imageSize';
import { storedOrientation } from '@server/files/pictures/pictureOrientation';
import { fillLayout, readLayout, viewLayout } from '@server/print/layouts/fillLayout';
import { readLayoutTags } from '@server/print/layouts/layoutWork';
import { qrPicture } from '@server/print/qrPicture.mjs';
import { openWorkbook } from '@server/workbook/openWorkbook';
import { readDocx } from '../../support/docxText';
import { docxLayoutOf, partsOfFile, xlsxLayoutOf, xlsxParts, zipOf } from '../../support/layoutFiles';

afterAll(closeChildren);

const png = `data:image/png;base64,${Buffer.from(qrPicture('签名')).toString('base64')}`;
const results = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ 样品编号: `S${index + 1}`, 检测结果: '0.50' }));
const values = (count = 3): LayoutData => ({
  报告编号: 'BG-001',
  用人单位: '甲<厂>&乙$&',
  公式: '=1+1',
  页脚: '签发日期：2026-05-01',
  二维码: { picture: { source: 'qr:http://127.0.0.1/check?code=1', ratio: 1 }, text: '' },
  审核签名: { picture: { source: png, ratio: 2 }, text: '赵一' },
  编制签名: { picture: { source: 'gone', ratio: 2 }, text: '孙二' },
  结果: results(count),
  空表: [],
});
const resultRow = [
  ['样品编号', '检测结果'],
  ['{#结果}{样品编号}', '{检测结果}{/结果}'],
];

const message = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no refusal',
    (error: Error) => error.message,
  );

describe('Word layouts', () => {
  it('a loop in a Word layout repeats the row of a table for each entry of its list', async () => {
    const layout = await docxLayoutOf(['编号：{报告编号}', '{用人单位}'], resultRow);
    const { tables, paragraphs, footers } = readDocx(await fillLayout(layout, 'docx', values(25)));
    expect(tables[0]).toHaveLength(26);
    expect(tables[0]?.[25]).toEqual(['S25', '0.50']);
    expect(paragraphs).toContain('编号：BG-001');
    expect(paragraphs).toContain('甲<厂>&乙$&');
    expect(footers.join('')).toContain('签发日期：2026-05-01');
  });

  it('pictures, signatures and QR codes are drawn into a layout, and a missing picture becomes its text', async () => {
    const layout = await docxLayoutOf([
      '{二维码 [高: 20]}',
      '{审核签名}',
      '{编制签名}',
      '{#审核签名}有签名{/审核签名}',
    ]);
    const { media, paragraphs, xml } = readDocx(await fillLayout(layout, 'docx', values()));
    expect(media.size).toBe(2);
    expect(xml.match(/<w:drawing>/g)).toHaveLength(2);
    // 20 mm are 76 pixels of 9,525 EMU.
    expect(xml).toContain(`cx="${76 * 9525}" cy="${76 * 9525}"`);
    expect(paragraphs).toEqual(expect.arrayContaining(['孙二', '有签名']));
  });

  const mixed = (count: number): LayoutData => ({
    ...values(),
    结果: Array.from({ length: count }, (_, index) => ({
      样品编号: `S${index + 1}<&"$&`,
      检测结果: index % 3 ? `0.5${index}` : '',
      备注: index % 4 ? `第一行\n第${index}行` : '无\u0007',
    })),
  });

  // An empty condition within the row leaves the whole list to the library.
  it.each([
    ['the rows of a table', [], ['{#结果}{样品编号}', '{检测结果}；{备注}', '{报告编号}{/结果}']],
    ['two rows of a table', [], ['{#结果}{样品编号}', '{检测结果}', 'x'], ['{样品编号}', '', '{备注}{/结果}']],
    ['paragraphs', ['前{#结果}', '{样品编号}：{检测结果}', '{备注}{/结果}后']],
    ['a sentence', ['前{#结果}{样品编号}（{检测结果}），{/结果}后', '{#结果}{样品编号}{/结果}']],
  ] as const)(
    'a long list in a layout (%s) gets the same texts as the docx library writes',
    async (_name, paragraphs, ...rows) => {
      const tables = rows.map((row) => [...row]);
      const condition = (text: string) => text.replace('{样品编号}', '{样品编号}{#没有}{/没有}');
      const quick = readDocx(await fillLayout(await docxLayoutOf(paragraphs, tables), 'docx', mixed(40)));
      const slow = readDocx(
        await fillLayout(
          await docxLayoutOf(
            paragraphs.map(condition),
            tables.map((row) => row.map(condition)),
          ),
          'docx',
          mixed(40),
        ),
      );
      const text = ({ paragraphs: read, tables: cells }: typeof quick) => ({ read, cells });
      expect(text(quick)).toEqual(text(slow));
      expect(JSON.stringify(text(quick))).toContain('S40<&');
      expect(quick.xml.match(/<w:br\/>/g)?.length).toBe(slow.xml.match(/<w:br\/>/g)?.length);
      expect(quick.xml).not.toContain('\u0007');
    },
  );

  it('a long list with pictures is filled into a layout row by row', async () => {
    const layout = await docxLayoutOf([], [['{#签名}{姓名}', '{图}{/签名}']]);
    const list = Array.from({ length: 20 }, (_, index) => ({
      姓名: `赵${index}`,
      图: { picture: { source: png, ratio: 2 }, text: '' },
    }));
    const { tables, xml } = readDocx(await fillLayout(layout, 'docx', { ...values(), 签名: list }));
    expect(tables[0]).toHaveLength(20);
    expect(xml.match(/<w:drawing>/g)).toHaveLength(20);
  });

  it('a list without entries leaves no row in a filled layout, and an unknown placeholder becomes empty', async () => {
    const layout = await docxLayoutOf(['前{没有的}后', '{constructor}'], [['头'], ['{#空表}{样品编号}{/空表}']]);
    const { tables, paragraphs } = readDocx(await fillLayout(layout, 'docx', values()));
    expect(tables[0]?.flat().join('')).toBe('头');
    expect(paragraphs).toEqual(['前后']);
  });
});

describe('Excel layouts', () => {
  const rows = [['报告编号：{报告编号}', ''], ...resultRow, ['结束', '{公式}'], ['{二维码}', '{审核签名}']];

  it('a loop in an Excel layout inserts rows, and merged cells, named ranges and the footer move down', async () => {
    const layout = xlsxLayoutOf(rows, {
      merges: ['A1:B1', 'A3:B3', 'A4:B4'],
      names: { '_xlnm.Print_Area': '记录!$A$1:$B$5', '_xlnm.Print_Titles': '记录!$1:$2' },
      oddFooter: '&C{页脚}',
    });
    const filled = await fillLayout(layout, 'xlsx', values(20));
    const { rows: read } = await openWorkbook(filled, { fileName: 'a.xlsx', raw: true });
    // The row of the pictures has no text.
    expect(read).toHaveLength(23);
    const parts = partsOfFile(filled);
    const sheet = parts['xl/worksheets/sheet1.xml'] ?? '';
    expect(sheet.match(/<mergeCell /g)).toHaveLength(22);
    expect(sheet).toContain('ref="A1:B1"');
    expect(sheet).toContain('ref="A3:B3"');
    expect(sheet).toContain('ref="A22:B22"');
    expect(sheet).toContain('ref="A23:B23"');
    expect(sheet).toContain('&amp;C签发日期：2026-05-01');
    expect(parts['xl/workbook.xml']).toContain('记录!$A$1:$B$24');
    expect(parts['xl/workbook.xml']).toContain('记录!$1:$2');
  });

  it('values filled into an Excel layout stay texts: digits are kept, and a value that begins with = is no formula', async () => {
    const sheet =
      partsOfFile(await fillLayout(xlsxLayoutOf(rows), 'xlsx', values(2)))['xl/worksheets/sheet1.xml'] ?? '';
    expect(sheet).toContain('<t xml:space="preserve">0.50</t>');
    expect(sheet).toContain('<t xml:space="preserve">=1+1</t>');
    expect(sheet).not.toContain('<f>');
  });

  it('pictures of an Excel layout are anchored below the inserted rows', async () => {
    const parts = partsOfFile(await fillLayout(xlsxLayoutOf(rows), 'xlsx', values(20)));
    expect(Object.keys(parts).filter((name) => name.startsWith('xl/media/'))).toHaveLength(2);
    const drawing = parts['xl/drawings/drawing1.xml'] ?? '';
    expect([...drawing.matchAll(/<xdr:row>(\d+)<\/xdr:row>/g)].map(([, row]) => row)).toEqual(['23', '23']);
    expect(parts['xl/worksheets/sheet1.xml']).toMatch(
      /<headerFooter|<drawing xmlns:r="[^"]+" r:id="rId1"\/><\/worksheet>/,
    );
  });

  it('the repeated row of an Excel layout is left out if the paper has no such list', async () => {
    const layout = xlsxLayoutOf([['{#质控样}{样品编号}', '{检测结果}{/质控样}'], ['{报告编号}']]);
    const { rows: read } = await openWorkbook(await fillLayout(layout, 'xlsx', values()), {
      fileName: 'a.xlsx',
      raw: true,
    });
    expect(read).toHaveLength(1);
    expect(JSON.stringify(read)).toContain('BG-001');
  });

  it('the repeated row of an Excel layout stays empty for a list without entries', async () => {
    const { rows: read } = await openWorkbook(await fillLayout(xlsxLayoutOf(rows), 'xlsx', values(0)), {
      fileName: 'a.xlsx',
      raw: true,
    });
    expect(read).toHaveLength(3);
  });
});

describe('photograph of an upright telephone', () => {
  const photograph = readFileSync(join(root, 'tests/data/imports/v01-exif-orientation6.jpg'));
  const turned = `data:image/jpeg;base64,${photograph.toString('base64')}`;
  const withPhotographs: LayoutData = {
    照片: { picture: { source: 'upload', ratio: 600 / 800 }, text: '' },
    签名: { picture: { source: turned, ratio: 600 / 800 }, text: '' },
  };
  const uploads = new Map([['upload', turned]]);
  // Word processors ignore the orientation tag, so the pixels themselves have to stand upright.
  const standsUpright = (media: Iterable<Uint8Array>) => {
    const pictures = [...media].map((bytes) => Buffer.from(bytes));
    expect(pictures.length).toBeGreaterThan(0);
    for (const picture of pictures)
      expect([storedOrientation(picture), imageSize(picture)]).toEqual([1, { width: 600, height: 800 }]);
  };

  it('a photograph taken with an upright phone stands upright in a Word layout', async () => {
    const layout = await docxLayoutOf(['{照片}', '{签名}']);
    standsUpright(readDocx(await fillLayout(layout, 'docx', withPhotographs, uploads)).media.values());
  });

  it('a photograph taken with an upright phone stands upright in an Excel layout', async () => {
    const parts = unzipSync(await fillLayout(xlsxLayoutOf([['{照片}'], ['{签名}']]), 'xlsx', withPhotographs, uploads));
    standsUpright(
      Object.keys(parts).flatMap((name) => (name.startsWith('xl/media/') && parts[name] ? [parts[name]] : [])),
    );
  });
});

describe('view of a filled layout', () => {
  it('a Word file is shown as its paragraphs and tables with what was filled in, head and foot included', async () => {
    const filled = await fillLayout(
      await docxLayoutOf(['编号：{报告编号}', '{审核签名}'], resultRow),
      'docx',
      values(2),
    );
    expect(await viewLayout(filled, 'docx')).toEqual([
      { kind: 'text', text: '编号：BG-001' },
      { kind: 'text', text: '［图片］' },
      {
        kind: 'table',
        rows: [
          ['样品编号', '检测结果'],
          ['S1', '0.50'],
          ['S2', '0.50'],
        ].map((row) => row.map((text) => ({ text, span: 1 }))),
        omitted: 0,
      },
      { kind: 'text', text: '签发日期：2026-05-01' },
    ]);
  });

  it('a long table in the preview of a layout is cut, and says how many rows it leaves out', async () => {
    const filled = await fillLayout(await docxLayoutOf([], resultRow), 'docx', values(400));
    const [table] = await viewLayout(filled, 'docx');
    expect(table).toMatchObject({ kind: 'table', omitted: 101 });
  });

  it('the preview of a layout refuses a file that is neither docx nor xlsx', async () => {
    await expect(viewLayout(new Uint8Array(Buffer.from('not a zip')), 'docx')).rejects.toMatchObject({
      status: 400,
      code: 'layout',
    });
  });

  it('the preview of an Excel layout shows each cell in its column, empty columns included', async () => {
    const filled = await fillLayout(xlsxLayoutOf([['', '{报告编号}'], ...resultRow]), 'xlsx', values(1));
    const [table] = await viewLayout(filled, 'xlsx');
    expect(table).toMatchObject({
      rows: [
        [{ text: '' }, { text: 'BG-001' }],
        [{ text: '样品编号' }, { text: '检测结果' }],
        [{ text: 'S1' }, { text: '0.50' }],
      ],
    });
  });
});

/** Fields that read a file, as XML allows to write them. */
const fieldsInDisguise = [
  ['under another prefix', '<x:instrText xmlns:x="a">INCLUDETEXT "/etc/passwd"</x:instrText>'],
  ['under no prefix', '<instrText xmlns="a">INCLUDETEXT "/etc/passwd"</instrText>'],
  ['with numeric references', '<w:instrText>INCL&#85;DE&#x54;EXT "/etc/passwd"</w:instrText>'],
  ['with a comment', '<w:instrText>INCLUDE<!-- - -->TEXT "/etc/passwd"</w:instrText>'],
  ['as an attribute in single quotes', `<w:fldSimple w:instr='INCLUDETEXT "a"'/>`],
] as const;

describe('hostile layouts', () => {
  /** Reads a layout as the child does; the start of a process says nothing about the file. */
  const timed = async (bytes: Uint8Array, format: 'docx' | 'xlsx'): Promise<[string, number]> => {
    const from = performance.now();
    return [await message(readLayoutTags({ bytes, format, lists: ['结果'] })), performance.now() - from];
  };
  const withDocument = async (change: (xml: string) => string): Promise<Uint8Array> => {
    const parts = partsOfFile(await docxLayoutOf(['正文']));
    return zipOf({ ...parts, 'word/document.xml': change(parts['word/document.xml'] ?? '') });
  };

  it.each([
    ['an unclosed loop', () => docxLayoutOf(['{#结果}{样品编号}']), '循环{#结果}没有结束，请补上{/结果}'],
    ['a loop that was not opened', () => docxLayoutOf(['{/结果}']), '{/结果}没有对应的{#结果}'],
    ['crossed loops', () => docxLayoutOf(['{#结果}{#甲}{/结果}{/甲}']), '{#甲}应以{/甲}结束，现在是{/结果}'],
    ['a loop from the text into a table', () => docxLayoutOf(['{#结果}'], [['{/结果}', 'b']]), '须都在同一表格内'],
    ['a loop from the text into the footer', () => docxLayoutOf(['{#结果}'], [], '{/结果}'), '须都在同一表格内'],
    ['a brace without its partner', () => docxLayoutOf(['a{b']), '缺少右花括号'],
    ['a closing brace alone', () => docxLayoutOf(['ab}']), '多出右花括号'],
    ['lists in each other', () => docxLayoutOf(['{#结果}{#结果}{样品编号}{/结果}{/结果}']), '列表不能互相嵌套'],
    ['a million nested loops', () => docxLayoutOf(['{#结果}'.repeat(1_000_000)]), '解压后过大'],
    ['ten thousand nested loops', () => docxLayoutOf(['{#结果}'.repeat(10_000)]), '占位符超过2000个'],
    [
      'a thousand nested conditions',
      () => docxLayoutOf([`${'{#甲}'.repeat(900)}${'{/甲}'.repeat(900)}`]),
      '嵌套超过8层',
    ],
    ['a document type', () => withDocument((xml) => xml.replace('?>', '?><!DOCTYPE a [<!ENTITY b "c">]>')), '已损坏'],
    [
      'a field that reads a file',
      () =>
        withDocument((xml) =>
          xml
            .replace('正文', '')
            .replace('</w:p>', '<w:r><w:instrText>INCLUDETEXT "/etc/passwd"</w:instrText></w:r></w:p>'),
        ),
      '域（INCLUDETEXT）',
    ],
    ...fieldsInDisguise.map(
      ([what, instruction]) =>
        [
          `a field that reads a file, ${what},`,
          () => withDocument((xml) => xml.replace('正文', '').replace('</w:p>', `<w:r>${instruction}</w:r></w:p>`)),
          '域（INCLUDETEXT）',
        ] as const,
    ),
    [
      'a field that reads a file, in a part outside the usual folder,',
      async () => {
        const parts = partsOfFile(await docxLayoutOf(['正文']));
        return zipOf({ ...parts, 'text/second.xml': '<w:p><w:instrText>INCLUDETEXT "a"</w:instrText></w:p>' });
      },
      '域（INCLUDETEXT）',
    ],
    [
      'an inserted document, under another prefix,',
      () => withDocument((xml) => xml.replace('</w:p>', '</w:p><乙:altChunk 乙:id="rId1"/>')),
      '宏、控件或嵌入的对象',
    ],
    [
      'an XML text that is not read as such',
      () => withDocument((xml) => xml.replace('正文', '<![CDATA[<w:instrText>]]>')),
      '已损坏',
    ],
    ['no Word file', async () => new Uint8Array(Buffer.from('not a zip')), '文件不完整'],
  ] as const)('%s is refused with a sentence within 5 s', async (_name, make, said) => {
    const [text, ms] = await timed(await make(), 'docx');
    expect(text).toContain(said);
    expect(ms).toBeLessThan(5000);
  });

  it('a refusal of the process that fills layouts reaches the caller as a sentence', async () => {
    const refused = readLayout(await docxLayoutOf(['{#结果}']), 'docx', ['结果']);
    await expect(refused).rejects.toMatchObject({
      status: 400,
      code: 'layout',
      message: '循环{#结果}没有结束，请补上{/结果}',
    });
    expect(await message(readLayout(new Uint8Array(6 * 1024 * 1024), 'docx', []))).toContain('超过5 MB');
  });

  it('a layout with macros, embedded objects or linked content is refused', async () => {
    const parts = partsOfFile(await docxLayoutOf(['正文']));
    const [macro] = await timed(zipOf({ ...parts, 'word/vbaProject.bin': 'x' }), 'docx');
    expect(macro).toContain('宏');
    const rels = parts['word/_rels/document.xml.rels'] ?? '';
    const remote =
      '<Relationship Id="rId99" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate" Target="http://127.0.0.1/a.dotm" TargetMode="External"/></Relationships>';
    const [external] = await timed(
      zipOf({ ...parts, 'word/_rels/document.xml.rels': rels.replace('</Relationships>', remote) }),
      'docx',
    );
    expect(external).toContain('外部文件');
    const referenced = remote.replace('a.dotm', 'a>b').replace('"External"', "'&#69;xternal'");
    const [disguised] = await timed(
      zipOf({ ...parts, 'word/_rels/document.xml.rels': rels.replace('</Relationships>', referenced) }),
      'docx',
    );
    expect(disguised).toContain('外部文件');
  });

  it('a layout that is a layout that is a zip bomb is refused within 5 s', async () => {
    const parts = partsOfFile(await docxLayoutOf(['正文']));
    const [text, ms] = await timed(zipOf({ ...parts, 'word/big.xml': new Uint8Array(60 * 1024 * 1024) }), 'docx');
    expect(text).toBe('版式文件解压后过大，请把数据复制到新的版式文件后再上传');
    expect(ms).toBeLessThan(5000);
  });

  it('an Excel layout with a formula, a table or a loop over a single value is refused', async () => {
    const raw = { B1: '<c r="B1"><f>WEBSERVICE("http://127.0.0.1/")</f><v>1</v></c>' };
    expect((await timed(xlsxLayoutOf([['{报告编号}', 'x']], { raw }), 'xlsx'))[0]).toContain('单元格B1是公式');
    const parts = xlsxParts([['{报告编号}']]);
    expect((await timed(zipOf({ ...parts, 'xl/tables/table1.xml': '<table/>' }), 'xlsx'))[0]).toContain('表格');
    const conditional = xlsxLayoutOf([['{#报告编号}a{/报告编号}']]);
    expect(await message(fillLayout(conditional, 'xlsx', values()))).toContain('只能对列表循环');
  });
});

describe('values of a paper', () => {
  const document: PrintDocument = {
    title: '采样记录',
    agency: '甲检测中心',
    corner: '受控编号：CX-01',
    blocks: [
      {
        kind: 'facts',
        label: '采样信息',
        pairs: 2,
        facts: [{ label: '气温(℃)', value: { text: '21.5', struck: [{ text: '22.5', by: '张' }] } }],
      },
      { kind: 'heading', text: '3　结论' },
      { kind: 'lines', lines: ['符合。', '第二段。'] },
      { kind: 'lines', lines: ['样品'], bold: true, keepWithNext: true },
      {
        kind: 'table',
        title: '样品',
        columns: [{ heading: '样品编号' }, { heading: '接触时间(h/d)' }, { heading: '接触时间(d/w)' }],
        rows: [['S1', '8', '5']],
      },
    ],
    signers: [{ label: '签发（代李四）', name: '王五', on: '2026-05-01' }],
    foot: '未签发',
  };

  it('labels and headings of a paper become the placeholders of its layout; units in brackets are left out unless they tell columns apart', () => {
    expect(layoutData(document)).toMatchObject({
      标题: '采样记录',
      气温: '21.5（更正前：22.5）',
      '采样信息.气温': '21.5（更正前：22.5）',
      结论: '符合。\n第二段。',
      样品: [{ 样品编号: 'S1', 接触时间: '8', '接触时间(d/w)': '5' }],
      签发姓名: '王五',
      签发签名: '王五',
      页脚: '未签发',
    });
  });
});
