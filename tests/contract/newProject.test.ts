import { expect, it } from 'vitest';
import { project } from '@contract/features/projects/entities/project';
import { proposedProject } from '@contract/features/projects/newProject';

const unit = { id: 7, unitName: '甲厂', customer: 3 };

it('a new project of an enterprise proposes type, people and scope of its last project, and a name by the rule', () => {
  const last = {
    type: '1',
    typeName: '定期检测',
    customer: 4,
    leader: 9,
    team: [9, 8],
    incoming: false,
    workScope: null,
  };
  const values = proposedProject(unit, last, '2026');
  expect(values).toEqual({
    belongInspect: 7,
    customer: 4,
    type: '1',
    leader: 9,
    team: [9, 8],
    incoming: false,
    projectName: '甲厂2026年度定期检测',
  });
  expect(Object.keys(values).filter((name) => !(name in project.fields))).toEqual([]);
});

it('the first project of an enterprise proposes only the enterprise and its customer', () => {
  expect(proposedProject(unit, undefined, '2026')).toEqual({ belongInspect: 7, customer: 3 });
});
