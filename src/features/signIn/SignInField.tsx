import { type ReactNode, useId } from 'react';
import styles from './login.module.css';

interface InputProps {
  readonly id: string;
  readonly name: string;
  readonly className: string;
  readonly required: true;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly error?: string;
  readonly hint?: string;
  readonly children: (props: InputProps) => ReactNode;
}

/** A label, its input and the error below, linked for screen readers. */
export function SignInField({ label, name, error, hint, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-below`;
  const text = error ?? hint;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        name,
        className: styles.input ?? '',
        required: true,
        'aria-invalid': error !== undefined,
        'aria-describedby': text ? hintId : undefined,
      })}
      <span id={hintId} className={error ? styles.error : styles.hint} aria-live="polite">
        {text}
      </span>
    </div>
  );
}
