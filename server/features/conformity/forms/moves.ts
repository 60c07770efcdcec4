import type { AnyRow } from '@contract/entity';
import { formOf } from '@contract/features/conformity/forms/allServiceForms';
import { formMachine } from '@contract/features/conformity/forms/formMachine';
import type { FormSigner } from '@contract/features/conformity/forms/formSigners';
import type { FormTables } from '@contract/features/conformity/forms/formTable';
import { formTexts } from '@contract/features/conformity/forms/formTexts';
import { faultsOf, type FormValues } from '@contract/features/conformity/forms/serviceForm';
import { formatDay } from '@server/base/zone';
import type { Registry } from '@server/crud/resource';
import type { Orm } from '@server/db/orm';
import { Refusal } from '@server/http/errors';
import type { Services } from '@server/services';
import type { MoveContext, MoveRule } from '@server/workflow/moveRoutes';
import type { MovedEntity } from '@server/workflow/moveRows';

/** Returns the state machine of forms with its table and state field. */
export const movedForm = (registry: Registry): MovedEntity => ({
  machine: formMachine,
  resource: registry.named('serviceForm'),
  stateField: 'state',
});

const signerCountOf = ({ formKind }: AnyRow): number => formOf(formKind)?.signers.length ?? 2;

/** Additional rules for a kind of sheet. The subject of the sheet passes them in. */
interface SheetRule {
  /** Returns the program's answers about a project, which a draft shows and the sheet keeps when it is handed in. */
  readonly answersOfDraft?: (services: Services, orm: Orm, projectId: number) => Promise<FormValues>;
  /** Returns the answers that the program fills in at submission. */
  readonly answersAtSubmission?: (context: MoveContext) => Promise<FormValues>;
  /** Lists further faults of a sheet that is handed in, besides those of its description. */
  readonly faults?: (context: MoveContext) => Promise<readonly string[]>;
  /** Throws a Refusal where this person can't give the last signature. */
  readonly assertConfirmer?: (context: MoveContext) => Promise<void>;
}

/** Rules of sheets by their kind. */
export type SheetRules = Readonly<Record<string, SheetRule>>;

/**
 * Throws a Refusal where the person who signs is not whom the form describes.
 * @param laterSigners signers who sign the form after this one
 */
type AssertSigner = (context: MoveContext, signer: FormSigner, laterSigners: readonly FormSigner[]) => Promise<void>;

/** Moves of 规范表单: a complete form is submitted with the program's own answers, and two or three people sign it. */
export function formMovesWith(rules: SheetRules, assertSigner: AssertSigner): Readonly<Record<string, MoveRule>> {
  const assertSignerAt = async (context: MoveContext, signerIndex: number): Promise<void> => {
    const [signer, ...laterSigners] = formOf(context.row.formKind)?.signers.slice(signerIndex) ?? [];
    if (signer) await assertSigner(context, signer, laterSigners);
  };
  const assertLastSigner = async (context: MoveContext, signerIndex: number): Promise<void> => {
    await assertSignerAt(context, signerIndex);
    await rules[String(context.row.formKind)]?.assertConfirmer?.(context);
  };
  return {
    handIn: {
      async before(context) {
        const { services, tx, row } = context;
        const form = formOf(row.formKind);
        const rule = rules[String(row.formKind)];
        const faults = [
          ...(form
            ? faultsOf(
                form,
                (row.values ?? {}) as FormValues,
                (row.tables ?? {}) as FormTables,
                formatDay(services.now(), services.env.zone),
              )
            : []),
          ...((await rule?.faults?.(context)) ?? []),
        ];
        if (faults.length)
          throw new Refusal(409, 'incomplete', faults.length === 1 ? (faults[0] ?? '') : formTexts.faulty, {
            errors: faults.map((message, index) => ({ field: `problem${index + 1}`, message })),
          });
        await assertSignerAt(context, 0);
        const answers = await (rule?.answersOfDraft
          ? rule.answersOfDraft(services, tx, Number(row.project))
          : rule?.answersAtSubmission?.(context));
        return answers ? { answers, answeredAt: services.now() } : {};
      },
    },
    second: {
      withheldReason: (row) => (signerCountOf(row) === 2 ? formTexts.twoSigners : null),
      before: (context) => assertSignerAt(context, 1),
    },
    third: { before: (context) => assertLastSigner(context, 2) },
    confirm: {
      withheldReason: (row) => (signerCountOf(row) === 3 ? formTexts.threeSigners : null),
      before: (context) => assertLastSigner(context, 1),
    },
    return: {},
  };
}
