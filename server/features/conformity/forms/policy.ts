import { formOf } from '@contract/features/conformity/forms/allServiceForms';
import type { FormTables } from '@contract/features/conformity/forms/formTable';
import { formNumber, formTexts } from '@contract/features/conformity/forms/formTexts';
import type { FormContent, FormValues } from '@contract/features/conformity/forms/serviceForm';
import { formatDay } from '@server/base/zone';
import type { Policy } from '@server/crud/policy';
import { nextCount } from '@server/crud/runningNumbers';
import type { Orm } from '@server/db/orm';
import { conflict } from '@server/http/errors';
import type { Services } from '@server/services';
import { formPrefill } from './formPrefill';

/** Returns the first rows of a new sheet of a project, and answers that follow from them. */
type ContentOf = (services: Services, tx: Orm, projectId: number) => Promise<FormContent>;

/** First content of new sheets by their kind, e.g. what stops the project now for 时间规则例外说明. */
export type FirstContent = Readonly<Record<string, ContentOf>>;

/**
 * Save rules of 规范表单: numbers by year and organization, an unchangeable kind and project, and deletion of drafts
 * only.
 */
export const serviceFormPolicyWith = (firstContent: FirstContent): Policy => ({
  ignoresDataScope: true,
  partOf: 'project',
  disabledOperations: ['copy', 'status', 'import'],
  async beforeSave(draft, { services, tx, before, organizationId }) {
    if (before) {
      if (before.formKind !== draft.formKind || before.project !== draft.project)
        throw conflict(formTexts.kindFixed, 'locked');
      const { edition } = (before.values ?? {}) as FormValues;
      return edition && draft.values ? { values: { ...(draft.values as FormValues), edition } } : {};
    }
    const prefilledForm = await formPrefill(tx, String(draft.formKind), Number(draft.project));
    const firstFormContent = await firstContent[String(draft.formKind)]?.(services, tx, Number(draft.project));
    const edition = formOf(draft.formKind)?.edition;
    const year = formatDay(services.now(), services.env.zone).slice(0, 4);
    return {
      formNo: formNumber(year, await nextCount(tx, organizationId ?? 0, `serviceForm:${year}`)),
      values: {
        ...(edition ? { edition } : {}),
        ...prefilledForm.values,
        ...firstFormContent?.values,
        ...(draft.values as FormValues | null),
      },
      tables: { ...prefilledForm.tables, ...firstFormContent?.tables, ...(draft.tables as FormTables | null) },
    };
  },
});
