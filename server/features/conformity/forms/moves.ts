import type { AnyRow } from '@contract/entity';
import { formMachine } from '@contract/features/conformity/forms/formMachine';
import { formOf } from '@contract/features/conformity/forms/forms';
import type { FormTables } from '@contract/features/conformity/forms/formTable';
import { formTexts } from '@contract/features/conformity/forms/formTexts';
import { faultsOf, type FormValues } from '@contract/features/conformity/forms/serviceForm';
import type { Registry } from '@server/crud/resource';
import { Refusal } from '@server/http/errors';
import type { Moved } from '@server/workflow/move';
import type { MoveRule } from '@server/workflow/moveRoutes';
import { answersOf } from './answers';

/** Returns how a sheet moves: its machine, table and state field. */
export const movedForm = (registry: Registry): Moved => ({
  machine: formMachine,
  resource: registry.named('serviceForm'),
  stateField: 'state',
});

const signersOf = ({ formKind }: AnyRow): number => formOf(formKind)?.signers.length ?? 2;

/** Moves of 规范表单: a complete sheet is handed in with the program's own answers, and signed by two or three people. */
export const formMoves: Readonly<Record<string, MoveRule>> = {
  handIn: {
    async before({ services, tx, row }) {
      const form = formOf(row.formKind);
      const faults = form ? faultsOf(form, (row.values ?? {}) as FormValues, (row.tables ?? {}) as FormTables) : [];
      if (faults.length)
        throw new Refusal(409, 'incomplete', faults.length === 1 ? (faults[0] ?? '') : formTexts.faulty, {
          errors: faults.map((message, at) => ({ field: `problem${at + 1}`, message })),
        });
      if (!form?.answered) return {};
      return { answers: await answersOf(services, tx, Number(row.project)), answeredAt: services.now() };
    },
  },
  second: { withheld: (row) => (signersOf(row) === 2 ? formTexts.twoSigners : null) },
  third: {},
  confirm: { withheld: (row) => (signersOf(row) === 3 ? formTexts.threeSigners : null) },
  return: {},
};
