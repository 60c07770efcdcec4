import { findRoute } from '@contract/routes';
import { projectMachine, type Stage } from '@contract/workflow/project';
import { expect, it } from 'vitest';
import { waysOf } from '@/projects/waysOf';

const stages = Object.keys(projectMachine.states) as Stage[];
const labels = (stage: Stage, incoming = false) => waysOf({ stage, incoming }).map(({ label }) => label);

it('knows for each stage where a project goes on, by pages that exist', () => {
  const ways = stages.flatMap((stage) => [false, true].flatMap((incoming) => waysOf({ stage, incoming })));
  expect(ways.filter(({ path }) => findRoute(path) === undefined)).toEqual([]);
  expect(labels('planning')).toEqual(['方案编制']);
  expect(labels('testing')).toEqual(['实验室检测', '样品分发', '原始记录']);
  expect(labels('issuing')).toEqual(['报告签发', '质控归档']);
  expect(waysOf({ stage: 'recordReview', incoming: true }).at(-1)?.path).toContain('Lyjc');
});

it('leads nowhere before the survey and after the end', () => {
  expect([labels('draft'), labels('contractReview'), labels('terminated')]).toEqual([[], [], []]);
});
