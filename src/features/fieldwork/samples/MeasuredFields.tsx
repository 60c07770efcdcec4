import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import { fixedDictionaries, isFixedDictionary } from '@contract/dictionaries';
import { measuredFaults } from '@contract/features/fieldwork/samples/measuredReadings';
import {
  type PhysicalForm,
  formRow,
  measuredBy,
  unitOf,
} from '@contract/features/laboratory/methods/physical/physicalForm';
import { startReadings } from '@contract/features/laboratory/methods/physical/startReadings';
import type { Field } from '@contract/field';
import { NumberField, SelectField, TextField } from '../site/touchInputs';
import styles from '../site/site.module.css';

type TextByKey = Readonly<Record<string, string>>;

interface MeasuredFieldsProps {
  readonly form: PhysicalForm;
  readonly mode: string | null;
  /** Date of the sample, `YYYY-MM-DD`. */
  readonly sampledOn: string | null;
  readonly measured: TextByKey;
  readonly onChange: (measured: TextByKey) => void;
  readonly disabled: boolean;
}

/** Shows the result of the current readings, or which data are missing. */
function MeasurementResult({
  form,
  readings,
  sampledOn,
}: Pick<MeasuredFieldsProps, 'form' | 'sampledOn'> & { readonly readings: TextByKey }) {
  const hasReadings = form.startingReadings.some((key) => readings[key]);
  const measurement = hasReadings
    ? outcomeOfCalculation(() => measuredBy(form, formRow({ readings, sampledOn })))
    : null;
  const shownAmount = measurement?.ok
    ? (measurement.value.formatResult?.(measurement.value.amount) ??
      measurement.value.amount.toSignificantDigits(3).toString())
    : '—';
  return (
    <>
      <dl className={styles.readings} data-bad={measurement !== null && !measurement.ok} aria-label="测量结果">
        <div>
          <dt>结果</dt>
          <dd>
            {shownAmount} <small>{unitOf(form, readings)}</small>
          </dd>
        </div>
      </dl>
      {measurement && !measurement.ok && (
        <p className={styles.quiet} role="status">
          {measurement.problem.message}
        </p>
      )}
      {measurement?.ok &&
        measurement.value.notes.map(({ message }) => (
          <p key={message} className={styles.quiet} role="status">
            {message}
          </p>
        ))}
    </>
  );
}

interface InputProps {
  readonly field: Field;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly disabled: boolean;
  readonly error: string | null;
}

function ReadingField({ field, ...rest }: InputProps) {
  const commonProps = { ...rest, label: field.label, unit: field.unit, hint: field.hint };
  if (field.kind === 'dict')
    return (
      <SelectField
        {...commonProps}
        options={
          isFixedDictionary(field.dict)
            ? fixedDictionaries[field.dict].map(({ value, label }) => ({ value, label }))
            : []
        }
      />
    );
  return field.kind === 'text' ? (
    <TextField {...commonProps} maxLength={field.max ?? 200} />
  ) : (
    <NumberField {...commonProps} />
  );
}

/**
 * Form of a physical factor measured on site: readings, calibration of the meter, and the result in the form's unit.
 */
export function MeasuredFields({ form, mode, sampledOn, measured, onChange, disabled }: MeasuredFieldsProps) {
  const readings = startReadings(form, mode, measured);
  const faults = measuredFaults(form, measured);
  const set = (key: string) => (value: string | null) =>
    onChange(Object.fromEntries(Object.entries({ ...measured, [key]: value ?? '' }).filter(([, text]) => text !== '')));
  return (
    <section className={styles.group} aria-label="现场读数">
      {Object.entries(form.readings).map(([key, field]) => (
        <ReadingField
          key={key}
          field={field}
          value={readings[key] ?? null}
          onChange={set(key)}
          disabled={disabled}
          error={faults.find((fault) => fault.field === `measured.${key}`)?.message ?? null}
        />
      ))}
      <MeasurementResult form={form} readings={readings} sampledOn={sampledOn} />
    </section>
  );
}
