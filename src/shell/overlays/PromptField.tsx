import { Input } from 'antd';
import type { Feedback } from '@/lib/feedback';

interface PromptFieldProps extends Pick<NonNullable<Parameters<Feedback['prompt']>[1]>, 'secret' | 'placeholder'> {
  readonly question: string;
  readonly complaint: string | null;
  readonly onText: (text: string) => void;
  readonly onEnter: () => void;
}

export function PromptField({ question, secret = false, placeholder, complaint, onText, onEnter }: PromptFieldProps) {
  const Field = secret ? Input.Password : Input;
  return (
    <>
      <Field
        autoFocus
        aria-label={question}
        aria-invalid={complaint !== null}
        placeholder={placeholder}
        status={complaint === null ? '' : 'error'}
        onChange={(event) => onText(event.target.value)}
        onPressEnter={(event) => {
          // The dialog may close at once and return the focus to the button that opened it, which this key would press
          // again.
          event.preventDefault();
          onEnter();
        }}
      />
      {complaint !== null && (
        <span role="alert" style={{ color: 'var(--ant-color-error)' }}>
          {complaint}
        </span>
      )}
    </>
  );
}
