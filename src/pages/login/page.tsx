import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { apiUrl } from '@/api/apiUrl';
import { CaptchaField } from '@/features/signIn/CaptchaField';
import { AgreementLinks } from '@/features/signIn/legal/AgreementLinks';
import { SignInField } from '@/features/signIn/SignInField';
import { useBrand } from '@/features/signIn/useBrand';
import { useLogin } from '@/features/signIn/useLogin';
import { dropCookie, readCookie } from '@/lib/browser/cookies';
import { pageTitle, useProductTitle } from '@/lib/browser/pageTitle';
import { feedback } from '@/lib/feedback';
import { ProductLogo } from '@/lib/ProductLogo';
import { errorDuration, type LoginReason } from '@contract/constants';
import { endTextOf } from '@contract/features/signIn/sessionEnds';
import { signInTexts } from '@contract/features/signIn/signInTexts';
import { messages } from '@contract/messages';
import styles from '@/features/signIn/login.module.css';

/** PRODUCT §1: steps of the main workflow, so that people recognise the product. */
const steps = [
  '受检单位',
  '现场调查',
  '采样方案',
  '现场采样',
  '样品流转',
  '实验室检测',
  '质量控制',
  '报告审批',
  '归档公示',
];

/** Shows why the session ended. SPEC §4: a 401 or a failed auth/info has stored the reason in this cookie. */
function tellWhyEnded(): void {
  const exitReason = readCookie('point');
  if (exitReason === undefined) return;
  dropCookie('point');
  const endText = endTextOf(readCookie('ended'));
  dropCookie('ended');
  feedback.notify(
    'warning',
    exitReason === ('noInfo' satisfies LoginReason) ? signInTexts.noInfo : (endText ?? messages.sessionExpired),
    { title: '提示', duration: errorDuration },
  );
}

/**
 * Focuses the user name if nothing has the focus. `autoFocus` is not used, because it forces a layout of the whole
 * page in the same task: half of the login's blocking time on a slow machine.
 */
function useFocusOnName(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        const hasNoFocus = document.activeElement === null || document.activeElement === document.body;
        if (hasNoFocus) form.current?.querySelector<HTMLInputElement>('[name=username]')?.focus();
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [form]);
}

/** Name of the product, and its purpose. */
function ProductIntroduction({ brand }: { readonly brand: ReturnType<typeof useBrand> }) {
  const product = useProductTitle();
  return (
    <header className={styles.side}>
      <p className={styles.product}>
        {brand?.loginLogo ? (
          <img className={styles.logo} src={apiUrl(brand.loginLogo)} alt="" />
        ) : (
          <ProductLogo size={36} />
        )}
        <span>
          {brand?.titlePre && <small>{brand.titlePre}</small>}
          {product}
        </span>
      </p>
      <div className={styles.pitch}>
        <p className={styles.lead}>
          从现场到报告，
          <br />
          每一个数据都可追溯。
        </p>
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      <p className={styles.owner}>{brand?.organization?.name}</p>
    </header>
  );
}

interface PasswordFieldProps {
  readonly password: string;
  readonly error: string | undefined;
  /** True if a remembered sign-in replaces the password. */
  readonly remembered: boolean;
  readonly onChange: (password: string) => void;
}

/** Password with a button that shows it, and a hint while caps lock is on. */
function PasswordField({ password, error, remembered, onChange }: PasswordFieldProps) {
  const [isPasswordShown, setPasswordShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  return (
    <SignInField label="密码" name="password" error={error} hint={capsLock ? signInTexts.capsLock : undefined}>
      {(props) => (
        <span className={styles.password}>
          <input
            {...props}
            type={isPasswordShown ? 'text' : 'password'}
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            placeholder={remembered ? signInTexts.remembered : undefined}
            value={password}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={(event) => setCapsLock(event.getModifierState('CapsLock'))}
            onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
            onBlur={() => setCapsLock(false)}
          />
          <button
            type="button"
            className={styles.toggle}
            aria-pressed={isPasswordShown}
            aria-label="显示密码"
            onClick={() => setPasswordShown(!isPasswordShown)}
          >
            {isPasswordShown ? '隐藏' : '显示'}
          </button>
        </span>
      )}
    </SignInField>
  );
}

export default function LoginPage({ title, onSignedIn }: { title: string; onSignedIn: () => Promise<void> }) {
  const { values, errors, problem, busy, captcha, remembered, change, submit, renewCaptcha } = useLogin(onSignedIn);
  const form = useRef<HTMLFormElement>(null);
  const brand = useBrand();

  useEffect(tellWhyEnded, []);
  useFocusOnName(form);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    const firstInvalid = await submit();
    if (firstInvalid) form.current?.querySelector<HTMLInputElement>(`[name=${firstInvalid}]`)?.focus();
  }

  return (
    <div className={styles.page}>
      <title>{pageTitle(title)}</title>
      <ProductIntroduction brand={brand} />
      <main className={styles.main}>
        <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate aria-label="登录">
          <h1 className={styles.title}>账号登录</h1>
          <div className={styles.problem} role="alert">
            {problem}
          </div>
          <SignInField label="用户名" name="username" error={errors.username}>
            {(props) => (
              <input
                {...props}
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={100}
                value={values.username}
                onChange={(event) => change({ username: event.target.value })}
              />
            )}
          </SignInField>
          <PasswordField
            password={values.password}
            error={errors.password}
            remembered={remembered}
            onChange={(password) => change({ password })}
          />
          {captcha.kind !== 'none' && captcha.kind !== 'expectNone' && (
            <CaptchaField
              captcha={captcha}
              error={errors.code}
              value={values.code}
              onChange={(code) => change({ code })}
              onRenew={renewCaptcha}
            />
          )}
          <label className={styles.remember}>
            <input
              type="checkbox"
              checked={values.rememberMe}
              onChange={(event) => change({ rememberMe: event.target.checked })}
            />
            {signInTexts.rememberMe}
            <small>公用电脑请勿勾选</small>
          </label>
          <button type="submit" className={styles.submit} disabled={busy} aria-busy={busy}>
            {busy ? signInTexts.submitting : signInTexts.submit}
          </button>
        </form>
      </main>
      <footer className={styles.foot}>
        <span>{brand?.footerTxt}</span>
        {brand?.caseNumber && <span>{brand.caseNumber}</span>}
        <AgreementLinks />
      </footer>
    </div>
  );
}
