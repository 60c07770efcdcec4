import { signInTexts } from '@contract/features/signIn/signInTexts';
import { SignInField } from './SignInField';
import type { CaptchaState } from './useCaptcha';
import styles from './login.module.css';

interface CaptchaFieldProps {
  readonly captcha: CaptchaState;
  readonly error?: string;
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly onRenew: () => void;
}

export function CaptchaField({ captcha, error, value, onChange, onRenew }: CaptchaFieldProps) {
  const hasFailed = captcha.kind === 'failed';
  return (
    // Until it is known whether there is a captcha, its space stays empty.
    <div className={captcha.kind === 'loading' ? styles.kept : undefined}>
      <SignInField label="验证码" name="code" error={error}>
        {(props) => (
          <span className={styles.captcha}>
            <input
              {...props}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={20}
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
            <button
              type="button"
              className={styles.picture}
              title={signInTexts.newCaptcha}
              aria-label={hasFailed ? signInTexts.captchaFailed : signInTexts.newCaptcha}
              onClick={onRenew}
            >
              {captcha.kind === 'shown' && <img src={captcha.img} width="111" height="36" alt="验证码图片" />}
              {hasFailed && '点击重试'}
            </button>
          </span>
        )}
      </SignInField>
    </div>
  );
}
