import { type FormEvent, useId, useRef, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import type { CaptchaState } from '@/features/signIn/useCaptcha';
import { useSession } from '@/session/sessionStore';
import { signInTexts } from '@contract/features/signIn/signInTexts';
import { lockTexts } from './lockTexts';
import styles from './gate.module.css';

export interface Answer {
  readonly password: string;
  readonly code?: string;
  readonly uuid?: string;
}

interface PasswordFormProps {
  readonly submitText: string;
  readonly busyText: string;
  readonly leaveText: string;
  readonly captcha?: { readonly captcha: CaptchaState; readonly renew: () => void };
  readonly onSubmit: (answer: Answer) => Promise<void>;
  readonly onLeave: () => void;
}

function SignedInPerson() {
  const user = useSession((session) => session.user);
  if (!user) return null;
  const name = user.nickName || user.userName;
  return (
    <div className={styles.who}>
      <span className={styles.avatar} data-letter={name.slice(-1)} aria-hidden="true">
        {user.avatar && <img src={user.avatar} alt="" />}
      </span>
      <span>
        <b>{name}</b>
        <small>{[user.userName, user.organization?.name].filter(Boolean).join(' · ')}</small>
      </span>
    </div>
  );
}

interface CaptchaRowProps {
  readonly id: string;
  /** The picture; undefined while it is loaded, or if it could not be. */
  readonly shown: Extract<CaptchaState, { kind: 'shown' }> | undefined;
  readonly renew: () => void;
  readonly code: string;
  readonly onCode: (code: string) => void;
}

/** Input of the captcha beside its picture; a click on the picture gives a new one. */
function CaptchaRow({ id, shown, renew, code, onCode }: CaptchaRowProps) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        验证码
      </label>
      <span className={styles.captcha}>
        <input
          id={id}
          className={styles.input}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          value={code}
          onChange={(event) => onCode(event.target.value)}
        />
        <button
          type="button"
          className={styles.picture}
          aria-label={shown ? signInTexts.newCaptcha : signInTexts.captchaFailed}
          onClick={renew}
        >
          {shown ? <img src={shown.img} width="111" height="36" alt="验证码图片" /> : '点击重试'}
        </button>
      </span>
    </div>
  );
}

/** Form for a known person: password, and a captcha if the server requires one. */
export function PasswordForm({ submitText, busyText, leaveText, captcha, onSubmit, onLeave }: PasswordFormProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const picture = captcha && captcha.captcha.kind !== 'none' ? captcha : undefined;
  const shownCaptcha = picture?.captcha.kind === 'shown' ? picture.captcha : undefined;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const missingInput = !password ? lockTexts.noPassword : picture && !code.trim() ? signInTexts.noCode : '';
    setProblem(missingInput);
    if (missingInput) return input.current?.focus();
    setBusy(true);
    try {
      await onSubmit({ password, ...(shownCaptcha ? { code: code.trim(), uuid: shownCaptcha.uuid } : {}) });
    } catch (error) {
      setProblem(failureOf(error).pageText);
      setPassword('');
      setCode('');
      captcha?.renew();
      input.current?.focus();
    } finally {
      setBusy(false);
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <SignedInPerson />
      <label className={styles.field}>
        <span className={styles.label}>{lockTexts.password}</span>
        <input
          ref={input}
          className={styles.input}
          type="password"
          autoComplete="current-password"
          autoFocus
          maxLength={200}
          value={password}
          aria-invalid={problem !== ''}
          aria-describedby={`${id}problem`}
          onChange={(event) => setPassword(event.target.value)}
        />
      </label>
      {picture && (
        <CaptchaRow id={`${id}code`} shown={shownCaptcha} renew={picture.renew} code={code} onCode={setCode} />
      )}
      <p id={`${id}problem`} className={styles.problem} role="alert">
        {problem}
      </p>
      <button type="submit" className={styles.submit} disabled={busy} aria-busy={busy}>
        {busy ? busyText : submitText}
      </button>
      <button type="button" className={styles.leave} onClick={onLeave}>
        {leaveText}
      </button>
    </form>
  );
}
