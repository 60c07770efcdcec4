import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { papersOfZip } from '@/features/reports/history/unzip';
import { historyTexts } from '@contract/features/reports/historyPapers';

const archive = (content: Uint8Array): File => new File([content as Uint8Array<ArrayBuffer>], '报告.zip');
const paper = new TextEncoder().encode('%PDF-1.4 报告');

describe('scanned reports in a ZIP archive', () => {
  it('the scanned reports in a ZIP archive are its PDF files by name, without folders and macOS copies', async () => {
    const zip = zipSync({
      '2023/DQ-001.pdf': paper,
      '2023/报告二.PDF': [paper, { level: 0 }],
      '__MACOSX/._DQ-001.pdf': paper,
      '目录.txt': paper,
    });
    const papers = await papersOfZip(archive(zip));
    expect(papers.map(({ name }) => name)).toEqual(['DQ-001.pdf', '报告二.PDF']);
    expect([...new Uint8Array((await papers[1]?.arrayBuffer()) ?? [])]).toEqual([...paper]);
  });

  it('the scanned reports in a ZIP archive keep file names that Windows wrote in GBK', async () => {
    // 报告 in GBK; the archive does not say that its names are UTF-8.
    const name = String.fromCharCode(0xb1, 0xa8, 0xb8, 0xe6);
    const zip = zipSync({ [`${'x'.repeat(4)}.pdf`]: paper });
    const bytes = Uint8Array.from(zip);
    for (let index = 0; index + 4 <= bytes.length; index += 1)
      if (bytes.subarray(index, index + 4).every((byte) => byte === 0x78))
        bytes.set(
          [...name].map((letter) => letter.charCodeAt(0)),
          index,
        );
    expect((await papersOfZip(archive(bytes))).map((one) => one.name)).toEqual(['报告.pdf']);
  });

  it('a damaged ZIP archive of scanned reports is refused', async () => {
    await expect(papersOfZip(archive(zipSync({ 'a.pdf': paper }).subarray(0, 40)))).rejects.toThrow(
      historyTexts.brokenZip,
    );
  });
});
