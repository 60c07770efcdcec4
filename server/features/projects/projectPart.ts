import type { EditableStages } from '@contract/features/projects/editableStages';
import { projectTexts } from '@contract/features/projects/projectTexts';
import { perTransaction } from '@server/crud/cachePerTransaction';
import type { DeleteContext, Policy } from '@server/crud/policy';
import type { Registry } from '@server/crud/resource';
import type { Orm } from '@server/db/orm';
import { conflict } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { assertStage, projectOf } from './projectStage';

export const whileSampling: EditableStages = {
  stages: ['sampling'],
  early: projectTexts.samplingNotOpen,
  late: projectTexts.samplingEnded,
};

/** Locks the project of a part against a move and requires that the part is editable. */
export async function assertEditableStage(
  tx: Orm,
  registry: Registry,
  call: Pick<Call<unknown>, 'viewer'>,
  projectId: number,
  editableStages: EditableStages,
) {
  const project = await projectOf(tx, registry, call, projectId, 'share');
  assertStage(project, editableStages.stages, editableStages);
  return project;
}

/**
 * Returns the policy of a part of a project that is editable in one of its stages. The part has the owner of its
 * project, never moves to another project, and closes with the stage. `registry` is a function, because the registry
 * is built from the policies.
 */
export function projectPart(
  editableStages: EditableStages | ((row: Readonly<Record<string, unknown>>) => EditableStages),
  extraPolicy: Policy = {},
  field = 'project',
): Policy {
  // The project is locked until the end, so that one query serves all rows of a sheet.
  const assertOpenOnce = ({ tx, registry, call }: DeleteContext, row: Readonly<Record<string, unknown>>) => {
    const projectId = Number(row[field]);
    const openWhile = typeof editableStages === 'function' ? editableStages(row) : editableStages;
    return perTransaction(tx, `project:${projectId}:${openWhile.stages.join()}`, () =>
      assertEditableStage(tx, registry, call, projectId, openWhile),
    );
  };
  return {
    ignoresDataScope: true,
    ...extraPolicy,
    disabledOperations: ['copy', 'status', ...(extraPolicy.disabledOperations ?? [])],
    partOf: field,
    async beforeSave(draft, context) {
      const { before } = context;
      if (before && before[field] !== draft[field]) throw conflict('所属项目不能更改，请在新的项目中新增');
      await assertOpenOnce(context, draft);
      return (await extraPolicy.beforeSave?.(draft, context)) ?? {};
    },
    async assertOpen(row, context) {
      await assertOpenOnce(context, row);
      await extraPolicy.assertOpen?.(row, context);
    },
  };
}
