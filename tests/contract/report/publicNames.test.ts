import { expect, it } from 'vitest';
import {
  hiddenLines,
  initialOf,
  withoutNames,
  withoutWorkers,
  workerNames,
} from '@contract/features/publicity/publicNames';
import type { JudgedPost } from '@contract/features/reports/judgement/judgeResults';
import { openKeysOf } from '@contract/features/reports/judgement/openLines';
import type { ReportContent } from '@contract/features/reports/reportContent';

const value = (point: string, sampleNo: string) => ({
  kind: 'twa',
  day: '2026-05-10',
  point,
  sampleNos: [sampleNo],
  measured: null,
  text: '1.2',
  unit: 'mg/m³',
  limit: '6',
  limitId: 1,
  standard: null,
  verdict: 'toVerify' as const,
  reason: `${point}的采样时间待核实`,
  working: `CTWA（${point}）=1.2`,
});
const post = {
  workshop: '涂装车间',
  place: '打磨工',
  hazard: 1,
  hazardName: '苯',
  category: 'chemical',
  notes: ['张建国佩戴采样泵'],
  hoursPerDay: '8',
  daysPerWeek: '5',
  tests: [{ person: '张建国' }, { person: '张建军、李四' }, { person: '打磨工' }],
  values: [value('张建国', 'A1'), value('张建军、李四', 'A2'), value('点位01', 'A3'), value('打磨工', 'A4')],
} as unknown as JudgedPost;
const content = {
  results: [post],
  texts: { statement: '本报告仅对样品负责', conclusion: '张建国岗位待核实\n其余符合' },
  posts: [],
  pictures: [{ file: 'a', group: 'scene', caption: '李四', ratio: 1 }],
  correctionReason: null,
  decisions: [
    {
      key: [...openKeysOf([post]).values()][0],
      words: '张建国复测',
      fingerprint: '',
      choice: 'retest',
      person: '张建国',
      on: '2026-05-12',
    },
  ],
} as unknown as ReportContent;

it('a public notice shows only the surname of a worker, 张**, and never takes the name of a work post for a person’s', () => {
  expect([initialOf('张建国'), initialOf('诸葛亮'), initialOf('王')]).toEqual(['张**', '诸**', '王**']);
  expect(workerNames(['张建国', '张建军、李四', null, '打磨工'], ['打磨工', null])).toEqual([
    '张建国',
    '张建军',
    '李四',
  ]);
  expect(withoutNames('张建国和李四在打磨工岗位', ['张建国', '李四'])).toBe('张**和李**在打磨工岗位');
});

it('a public notice masks worker names in results, texts and decisions, and keeps each decision at its value', () => {
  const told = withoutWorkers(content);
  expect(told.results[0]?.values.map(({ point }) => point)).toEqual(['张**', '张**、李**', '点位01', '打磨工']);
  expect(told.texts.conclusion).toBe('张**岗位待核实\n其余符合');
  expect(told.decisions?.[0]).toMatchObject({ key: [...openKeysOf(told.results).values()][0], words: '张**复测' });
  expect(JSON.stringify([told.results, told.texts, told.pictures])).not.toMatch(/建国|建军|李四/);
});

it('the preview of a public notice lists each text that was masked and each picture that is left out', () => {
  const told = { ...withoutWorkers(content), pictures: [] };
  const lines = hiddenLines(content, told);
  expect(lines).toContainEqual({ where: '涂装车间 打磨工 苯 2026-05-10', before: '张建国', after: '张**' });
  expect(lines).toContainEqual({ where: '结论', before: '张建国岗位待核实', after: '张**岗位待核实' });
  expect(lines).toContainEqual({ where: '现场影像', before: '李四', after: '' });
  expect(lines.some(({ before }) => before.includes('点位01') || before === '其余符合')).toBe(false);
});
