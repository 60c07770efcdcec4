import { definePage } from '@/listEditor';
import { timeFindingLine } from '@contract/features/conformity/entities/timeFindingLine';
import { timeTexts } from '@contract/features/conformity/timeRules/timeTexts';

/** 时间核查: data that contradict a rule of time in active projects, while they can still be corrected. */
export default definePage({
  entity: timeFindingLine,
  url: 'api/timeFinding',
  columns: ['message', 'level', 'code', 'projectName', 'rule', 'clause', 'leader'],
  filters: ['level', 'rule', 'code', 'projectName'],
  widths: { message: 420, level: 90, code: 130, projectName: 200, rule: 300, clause: 140 },
  sort: 'id,asc',
  abilities: [],
  empty: timeTexts.empty,
});
