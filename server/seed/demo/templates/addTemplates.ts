import { eq } from 'drizzle-orm';
import { registry } from '@server/app/resources';
import { formatDay } from '@server/base/zone';
import type { BuiltInIds } from '@server/builtIn/builtInRows';
import { insertMany } from '@server/builtIn/insertMany';
import type { Orm } from '@server/db/orm';
import { reportModuleTable, siteSurveyModuleTable } from '@server/db/schema';
import { fillFromMethod } from '@server/features/library/methods/methodDefaults';
import type { Services } from '@server/services';
import { keyOfHazard, keyOfLabMethod } from '../../library/libraryKeys';
import { firstNameOf } from '../../library/libraryLimits';
import { reportTemplates } from './reportTemplates';
import { monitoringTemplates, planTemplates, surveyTemplates } from './templateRows';

export interface DemoTemplate {
  readonly name: string;
  readonly industry: string;
  readonly remark: string;
  /** True: common to all organizations. Otherwise it belongs to the first organization. */
  readonly common?: true;
  readonly state: 'draft' | 'published';
  /** Hazards and methods by name. */
  readonly rows: readonly Readonly<Record<string, string | number | boolean | null>>[];
}

const templatesByKind = [
  ['siteSurveyModule', surveyTemplates],
  ['cyfaModule', planTemplates],
  ['qsjcModule', monitoringTemplates],
] as const;

async function addReportTemplates(tx: Orm, organization: number, publishedOn: string): Promise<void> {
  for (const { name, kind, remark, common, state, sections } of reportTemplates) {
    const organizationId = common ? null : organization;
    const [templateId] = (await insertMany(tx, registry.named('reportModule'), [
      {
        draft: { name, kind, remark },
        otherColumns: { state, edition: 1, publishedOn: state === 'published' ? publishedOn : null },
        organizationId,
      },
    ])) as [number];
    await tx.update(reportModuleTable).set({ series: templateId }).where(eq(reportModuleTable.id, templateId));
    await insertMany(
      tx,
      registry.named('reportModuleRow'),
      Object.entries(sections).map(([section, body], index) => ({
        draft: { template: templateId, section, body, rowSort: (index + 1) * 10 },
        organizationId,
      })),
    );
  }
}

/** Adds templates of each kind: some published, some drafts. */
export async function addTemplates(
  services: Services,
  tx: Orm,
  builtInIds: BuiltInIds,
  organization: number,
): Promise<void> {
  const idOf = (key: string): number => {
    const id = builtInIds.get(key);
    if (id === undefined) throw new Error(`the library has no ${key}`);
    return id;
  };
  const publishedOn = formatDay(services.now(), services.env.zone);
  for (const [kind, templates] of templatesByKind) {
    const table = registry.named(kind).table as typeof siteSurveyModuleTable;
    for (const { name, industry, remark, common, state, rows } of templates as readonly DemoTemplate[]) {
      const organizationId = common ? null : organization;
      const extraFields = { state, edition: 1, publishedOn: state === 'published' ? publishedOn : null };
      const [templateId] = (await insertMany(tx, registry.named(kind), [
        { draft: { name, industry, remark }, otherColumns: extraFields, organizationId },
      ])) as [number];
      await tx.update(table).set({ series: templateId }).where(eq(table.id, templateId));
      const drafts = await Promise.all(
        rows.map(async ({ hazard, method, ...row }, index) => {
          const draft = {
            ...row,
            template: templateId,
            hazard: idOf(keyOfHazard(firstNameOf(String(hazard)))),
            method: method ? idOf(keyOfLabMethod(String(method))) : null,
            rowSort: (index + 1) * 10,
          };
          return {
            draft: { ...draft, ...(kind === 'cyfaModule' ? await fillFromMethod(draft, tx) : {}) },
            organizationId,
          };
        }),
      );
      await insertMany(tx, registry.named(`${kind}Row`), drafts);
    }
  }
  await addReportTemplates(tx, organization, publishedOn);
}
