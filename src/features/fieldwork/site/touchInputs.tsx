import { type ReactNode, useId, useRef } from 'react';
import { keyboardNumber } from '@contract/fields/normalizeText';
import { timeOfInputValue, inputValueOfTime } from './siteClock';
import styles from './site.module.css';

// Inputs for touch: native, 48 px high, with the matching keyboard.

interface FieldProps {
  readonly label: string;
  readonly error?: string | null | undefined;
  readonly hint?: string | null | undefined;
  readonly unit?: string | undefined;
  readonly required?: boolean;
  /** Name of the field, by which a link finds its input. */
  readonly name?: string | undefined;
}

function LabelledField({
  label,
  error,
  hint,
  unit,
  required = false,
  children,
}: FieldProps & { readonly children: (id: string, describedBy: string | undefined) => ReactNode }) {
  const id = useId();
  const message = error ?? hint;
  return (
    <div className={styles.field} data-error={Boolean(error)}>
      <label htmlFor={id}>
        {label}
        {unit && <span className={styles.unitOf}>{unit}</span>}
        {required && (
          <span className={styles.must} aria-hidden>
            {' '}
            *
          </span>
        )}
      </label>
      {children(id, message ? `${id}-said` : undefined)}
      {message && (
        <div id={`${id}-said`} className={styles.said} {...(error ? { role: 'alert' } : {})}>
          {message}
        </div>
      )}
    </div>
  );
}

interface InputProps extends FieldProps {
  readonly value: string | null | undefined;
  readonly onChange: (value: string | null) => void;
  readonly disabled?: boolean;
  readonly placeholder?: string;
}

/** Input with a decimal keyboard. */
export function NumberField({ value, onChange, disabled, placeholder, ...field }: InputProps) {
  return (
    <LabelledField {...field}>
      {(id, describedBy) => (
        <input
          id={id}
          className={styles.input}
          type="text"
          inputMode="decimal"
          enterKeyHint="next"
          autoComplete="off"
          value={value ?? ''}
          disabled={disabled}
          placeholder={placeholder}
          data-field={field.name}
          aria-invalid={Boolean(field.error)}
          aria-describedby={describedBy}
          onChange={({ target }) => onChange(keyboardNumber(target.value) || null)}
        />
      )}
    </LabelledField>
  );
}

export function TextField({
  value,
  onChange,
  disabled,
  placeholder,
  inputMode = 'text',
  rows,
  maxLength,
  ...field
}: InputProps & { readonly inputMode?: 'text' | 'tel'; readonly rows?: number; readonly maxLength?: number }) {
  return (
    <LabelledField {...field}>
      {(id, describedBy) => {
        const commonProps = {
          id,
          className: styles.input,
          value: value ?? '',
          disabled,
          placeholder,
          maxLength,
          'data-field': field.name,
          'aria-invalid': Boolean(field.error),
          'aria-describedby': describedBy,
        };
        return rows ? (
          <textarea {...commonProps} rows={rows} onChange={({ target }) => onChange(target.value || null)} />
        ) : (
          <input
            {...commonProps}
            type="text"
            inputMode={inputMode}
            autoComplete="off"
            onChange={({ target }) => onChange(target.value || null)}
          />
        );
      }}
    </LabelledField>
  );
}

/** Input of a time to the second, `YYYY-MM-DD HH:mm:ss`. */
export function TimeField({ value, onChange, disabled, ...field }: InputProps) {
  return (
    <LabelledField {...field}>
      {(id, describedBy) => (
        <input
          id={id}
          className={styles.input}
          type="datetime-local"
          step={1}
          value={inputValueOfTime(value)}
          disabled={disabled}
          data-field={field.name}
          aria-invalid={Boolean(field.error)}
          aria-describedby={describedBy}
          onChange={({ target }) => onChange(timeOfInputValue(target.value))}
        />
      )}
    </LabelledField>
  );
}

export function DayField({ value, onChange, disabled, ...field }: InputProps) {
  return (
    <LabelledField {...field}>
      {(id, describedBy) => (
        <input
          id={id}
          className={styles.input}
          type="date"
          value={value ?? ''}
          disabled={disabled}
          data-field={field.name}
          aria-invalid={Boolean(field.error)}
          aria-describedby={describedBy}
          onChange={({ target }) => onChange(target.value || null)}
        />
      )}
    </LabelledField>
  );
}

interface TouchOption {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

export function SelectField({
  value,
  onChange,
  disabled,
  options,
  empty = '请选择',
  ...field
}: InputProps & { readonly options: readonly TouchOption[]; readonly empty?: string }) {
  return (
    <LabelledField {...field}>
      {(id, describedBy) => (
        <select
          id={id}
          className={styles.input}
          value={value ?? ''}
          disabled={disabled}
          data-field={field.name}
          aria-invalid={Boolean(field.error)}
          aria-describedby={describedBy}
          onChange={({ target }) => onChange(target.value || null)}
        >
          <option value="">{empty}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
  );
}

interface ChipsProps {
  readonly label: string;
  readonly name?: string;
  readonly options: readonly TouchOption[];
  readonly chosenValues: readonly string[];
  readonly onChoose: (value: string) => void;
  readonly disabled?: boolean;
  /** `even`: one row of equal parts; `scroll`: one row that scrolls sideways. */
  readonly shape?: 'even' | 'scroll';
  /** Shows the label above, because the options alone do not explain the question. */
  readonly hasVisibleLabel?: boolean;
}

/** Buttons for the most frequent answers. */
export function Chips({
  label,
  name,
  options,
  chosenValues,
  onChoose,
  disabled = false,
  shape,
  hasVisibleLabel = false,
}: ChipsProps) {
  const group = (
    <div className={styles.chips} data-shape={shape} data-field={name} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={styles.chip}
          aria-pressed={chosenValues.includes(option.value)}
          disabled={disabled || option.disabled}
          onClick={() => onChoose(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
  return hasVisibleLabel ? (
    <div className={styles.titled}>
      <span aria-hidden>{label}</span>
      {group}
    </div>
  ) : (
    group
  );
}

interface BigButtonProps {
  readonly children: ReactNode;
  readonly onClick: () => void | Promise<void>;
  readonly kind?: 'primary' | 'plain' | 'stop' | 'danger';
  readonly disabled?: boolean;
}

export function BigButton({ children, onClick, kind = 'primary', disabled = false }: BigButtonProps) {
  // Ignores a second tap until the first one is stored and the form is empty.
  const busy = useRef(false);
  const runOnce = async () => {
    if (busy.current) return;
    busy.current = true;
    try {
      await onClick();
    } finally {
      busy.current = false;
    }
  };
  return (
    <button type="button" className={styles.big} data-kind={kind} disabled={disabled} onClick={() => void runOnce()}>
      {children}
    </button>
  );
}

/** Focuses the first field marked as invalid, after the page is drawn. `orElse` is called where no field is marked. */
export function focusFirstFault(container: Element | null, orElse?: () => void): void {
  requestAnimationFrame(() => {
    const field = container?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field) field.focus();
    else orElse?.();
  });
}
