import type { OpenWhile } from '@contract/features/projects/openWhile';
import { projectTexts } from '@contract/features/projects/projectTexts';
import { perTransaction } from '@server/crud/perTransaction';
import type { DeleteContext, Policy } from '@server/crud/policy';
import type { Registry } from '@server/crud/resource';
import type { Orm } from '@server/db/orm';
import { conflict } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { assertStage, projectOf } from './stage';

export const whileSampling: OpenWhile = {
  stages: ['sampling'],
  early: projectTexts.samplingNotOpen,
  late: projectTexts.samplingEnded,
};

/** Locks the project of a part against a move and requires that the part is editable. */
export async function assertOpenWhile(
  tx: Orm,
  registry: Registry,
  call: Pick<Call<unknown>, 'viewer'>,
  projectId: number,
  open: OpenWhile,
) {
  const project = await projectOf(tx, registry, call, projectId, 'share');
  assertStage(project, open.stages, open);
  return project;
}

/**
 * Returns the policy of a part of a project that is editable in one of its stages. The part has the owner of its
 * project, never moves to another project, and closes with the stage. `registry` is a function, because the registry
 * is built from the policies.
 */
export function projectPart(
  open: OpenWhile | ((row: Readonly<Record<string, unknown>>) => OpenWhile),
  more: Policy = {},
  field = 'project',
): Policy {
  // The project is locked until the end, so that one query serves all rows of a sheet.
  const assertOpenOnce = ({ tx, registry, call }: DeleteContext, row: Readonly<Record<string, unknown>>) => {
    const projectId = Number(row[field]);
    const asked = typeof open === 'function' ? open(row) : open;
    return perTransaction(tx, `project:${projectId}:${asked.stages.join()}`, () =>
      assertOpenWhile(tx, registry, call, projectId, asked),
    );
  };
  return {
    ignoresDataScope: true,
    ...more,
    without: ['copy', 'status', ...(more.without ?? [])],
    partOf: field,
    async beforeSave(draft, context) {
      const { before } = context;
      if (before && before[field] !== draft[field]) throw conflict('所属项目不能更改，请在新的项目中新增');
      await assertOpenOnce(context, draft);
      return (await more.beforeSave?.(draft, context)) ?? {};
    },
    async assertOpen(row, context) {
      await assertOpenOnce(context, row);
      await more.assertOpen?.(row, context);
    },
  };
}
