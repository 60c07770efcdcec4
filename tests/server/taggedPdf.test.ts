import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PrintDocument } from '@contract/print/printDocument';
import { closeChildren } from '@server/child/childPools';
import { makePdf } from '@server/print/makePdf';
import { qrPicture } from '@server/print/qrPicture.mjs';

// Tags, bookmarks and metadata of the files of today's papers (ISO 32000-1 §14.8, ISO 19005-2 as far as it can be
// read).

afterAll(closeChildren);

const png = `data:image/png;base64,${Buffer.from(qrPicture('图')).toString('base64')}`;
const paper: PrintDocument = {
  title: '检测报告',
  agency: '甲检测中心',
  corner: '报告编号：BG-1',
  face: 'serif',
  blocks: [
    { kind: 'heading', text: '1　检测结果' },
    {
      kind: 'table',
      title: '结果',
      columns: [
        { heading: '编号', group: '样品' },
        { heading: '岗位', group: '样品' },
        { heading: '结果', group: '检测', align: 'mark' },
      ],
      rows: [
        ['S1', '喷漆', '0.5'],
        ['S2', '', { text: '', bar: 1.4 }],
      ],
    },
    { kind: 'heading', text: '2　结论' },
    { kind: 'lines', lines: ['第一行的结论。'] },
    { kind: 'pictures', pictures: [{ source: png, ratio: 1, caption: '布点图' }], across: 1, height: 40 },
  ],
  signers: [{ label: '编制', name: '张三', on: '2026-05-01' }],
  foot: '签发日期：2026-05-02',
};

interface StructNode {
  readonly role?: string;
  readonly alt?: string;
  readonly children?: readonly StructNode[];
  readonly type?: string;
  readonly id?: string;
}

let bytes: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  bytes = await makePdf(paper, '甲检测中心');
});

describe('file of a paper', () => {
  it('the PDF of a paper has tags for headings, tables with their heads, lines and pictures, in the order of reading', async () => {
    const task = getDocument({ data: bytes.slice(), verbosity: 0 });
    const page = await (await task.promise).getPage(1);
    const tree = (await page.getStructTree()) as StructNode;
    const outline = ({ role, children = [] }: StructNode): unknown[] => [
      role,
      ...children.filter((child) => child.role !== undefined).map(outline),
    ];
    const [, body] = outline(tree);
    expect(body).toEqual([
      'Document',
      ['H1'],
      ['H2'],
      [
        'Table',
        ['TR', ['TH'], ['TH']],
        ['TR', ['TH'], ['TH'], ['TH']],
        ['TR', ['TD'], ['TD'], ['TD']],
        ['TR', ['TD'], ['TD'], ['TD']],
      ],
      ['H2'],
      ['P'],
      ['Figure'],
      ['P'],
    ]);
    expect(JSON.stringify(tree)).toContain('布点图');
    await task.destroy();
  });

  it('the PDF of a paper is read aloud in the order of the paper, without page header and footer', async () => {
    const task = getDocument({ data: bytes.slice(), verbosity: 0 });
    const page = await (await task.promise).getPage(1);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const texts: string[] = [];
    const artifacts: string[] = [];
    let inArtifact = false;
    for (const item of items) {
      if ('str' in item) (inArtifact ? artifacts : texts).push(item.str);
      else if (item.type.startsWith('beginMarked')) inArtifact = (item as { tag?: string }).tag === 'Artifact';
    }
    expect(texts.join('').replace(/\s/g, '')).toContain(
      '检测报告1检测结果样品检测编号岗位结果S1喷漆0.5S22结论第一行的结论。布点图'.replace('布点图', ''),
    );
    expect(artifacts.join('')).toContain('签发日期');
    expect(texts.join('')).not.toContain('签发日期');
    await task.destroy();
  });

  it('the PDF of a paper has bookmarks that lead to its headings', async () => {
    const task = getDocument({ data: bytes.slice(), verbosity: 0 });
    const document = await task.promise;
    const bookmarks = await document.getOutline();
    expect(bookmarks.map(({ title }) => title)).toEqual(['1　检测结果', '2　结论']);
    for (const { dest } of bookmarks) expect(await document.getPageIndex((dest as never[])[0] as never)).toBe(0);
    await task.destroy();
    const bound = getDocument({
      data: (await makePdf([paper, { ...paper, title: '原始记录' }], '甲')).slice(),
      verbosity: 0,
    });
    const parts = await (await bound.promise).getOutline();
    expect(parts.map(({ title, items }) => [title, items.length])).toEqual([
      ['检测报告', 2],
      ['原始记录', 2],
    ]);
    await bound.destroy();
  });

  it('the PDF of a paper states title, language, PDF/A-2b and output intent, and embeds all fonts', async () => {
    const text = Buffer.from(bytes).toString('latin1');
    expect(text.startsWith('%PDF-1.7')).toBe(true);
    expect(text).toContain('/Lang (zh-CN)');
    expect(text).toContain('/DisplayDocTitle true');
    expect(text).toMatch(/\/Marked true/);
    expect(text).toContain('<pdfaid:part>2</pdfaid:part>');
    expect(text).toContain('<pdfaid:conformance>B</pdfaid:conformance>');
    expect(text).toContain('/S /GTS_PDFA1');
    const descriptors = text.match(/\/Type \/FontDescriptor/g)?.length;
    expect(descriptors).toBeGreaterThan(1);
    expect(text.match(/\/FontFile[23] \d+ 0 R/g)).toHaveLength(descriptors ?? 0);
    expect(text).not.toContain('/Encrypt');
    expect(text).not.toContain('/JavaScript');
  });

  it('the PDF of a paper of a former edition has no tags, so that its bytes stay as they were', async () => {
    const { face: _face, ...former } = paper;
    const text = Buffer.from(await makePdf(former, '甲检测中心')).toString('latin1');
    expect(text).not.toContain('/StructTreeRoot');
    expect(text).not.toContain('/Outlines');
  });
});
