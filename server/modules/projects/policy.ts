import { projectTexts } from '@contract/projectTexts';
import { mayEdit } from '@contract/workflow/machine';
import { projectMachine } from '@contract/workflow/project';
import { inArray } from 'drizzle-orm';
import type { Policy } from '../../crud/policy';
import { projectTable } from '../../db/schema';
import { conflict } from '../../http/errors';
import { nextProjectCode } from '../../projects/numbering';
import { formatDay } from '../../zone';

/** A project is typed in like any row; where it stands is moved by its workflow's own actions alone. */
export const projectPolicy: Policy = {
  without: ['status', 'import'],
  ignoresDataScope: true,
  enterpriseScope: (unitIds) => inArray(projectTable.belongInspect, [...unitIds]),
  async beforeSave(draft, { services, tx, before, call }) {
    if (before) {
      if (before.stage !== 'draft' && before.belongInspect !== draft.belongInspect) throw conflict(projectTexts.unitFixed);
      return draft.code ? {} : { code: before.code };
    }
    const now = services.now();
    const today = formatDay(now, services.env.zone);
    const day = typeof draft.plannedOn === 'string' ? draft.plannedOn : today;
    const organizationId = call.maybeViewer?.homeOrganizationId ?? null;
    const code = draft.code || (organizationId !== null && (await nextProjectCode(tx, organizationId, { day, type: String(draft.type) })));
    if (!code) throw conflict('平台管理员新增项目时请填写项目编号');
    return { code, stage: projectMachine.initial, stageSince: now, createYear: draft.createYear ?? Number(day.slice(0, 4)) };
  },
  async assertOpen(row) {
    if (!mayEdit(projectMachine, String(row.stage))) throw conflict(projectTexts.locked);
  },
  async beforeDelete(rows) {
    if (rows.some(({ stage }) => stage !== 'draft')) throw conflict(projectTexts.deleteDraftsOnly);
  },
};
