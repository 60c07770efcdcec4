import { useEffect, useState } from 'react';
import { signInTexts } from '@contract/features/signIn/signInTexts';
import { messages } from '@contract/messages';
import { sessionCode } from './sessionCode';
import { type CaptchaState, useCaptcha } from './useCaptcha';

interface LoginValues {
  readonly username: string;
  readonly password: string;
  readonly code: string;
  readonly rememberMe: boolean;
}

type LoginErrors = Partial<Record<'username' | 'password' | 'code', string>>;

/** State and commands of the login page. The session's code (axios, cipher) loads after the first paint (DESIGN §1). */
export function useLogin(onSignedIn: () => Promise<void>) {
  const [values, setValues] = useState<LoginValues>({ username: '', password: '', code: '', rememberMe: false });
  const [errors, setErrors] = useState<LoginErrors>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const [remembered, setRemembered] = useState<{ username: string; credential: string }>();
  const { captcha, renew, settled } = useCaptcha();

  useEffect(() => {
    void sessionCode().then(
      ({ readRemembered }) => {
        const storedLogin = readRemembered();
        if (!storedLogin) return;
        setRemembered(storedLogin);
        // Keeps a user name that the person typed while this was loading.
        setValues((typed) => (typed.username ? typed : { ...typed, username: storedLogin.username, rememberMe: true }));
      },
      () => undefined,
    );
  }, []);

  /** Stored credential, sent instead of a password, if the user name belongs to its owner. */
  const credential =
    remembered && !values.password && values.username.trim() === remembered.username
      ? remembered.credential
      : undefined;

  function change(change: Partial<LoginValues>): void {
    setValues((before) => ({ ...before, ...change }));
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in change))));
  }

  /** Submits the login. Returns the first invalid field, if any. */
  async function submit(): Promise<keyof LoginErrors | undefined> {
    if (busy) return undefined;
    setProblem('');
    setBusy(true);
    // A password manager may submit before the server has answered whether a captcha is required.
    const settledCaptcha = captcha.kind === 'none' || captcha.kind === 'shown' ? captcha : await settled();
    const newErrors = errorsOf(values, credential, settledCaptcha);
    setErrors(newErrors);
    const [firstInvalid] = Object.keys(newErrors) as (keyof LoginErrors)[];
    if (firstInvalid) {
      setBusy(false);
      return firstInvalid;
    }
    try {
      const { signIn } = await sessionCode();
      const { username, password, code, rememberMe } = values;
      const picture = settledCaptcha.kind === 'shown' ? { code: code.trim(), uuid: settledCaptcha.uuid } : {};
      // An expired account is being signed out; there is nothing else to do.
      if (await signIn({ username: username.trim(), password: credential ?? password, rememberMe, ...picture }))
        await onSignedIn();
      return undefined;
    } catch (error) {
      setBusy(false);
      return await handleRefusal(error);
    }
  }

  async function handleRefusal(error: unknown): Promise<keyof LoginErrors> {
    renew();
    setValues((before) => ({ ...before, code: '' }));
    const session = await sessionCode().catch(() => undefined);
    // The session's code could not be loaded.
    if (!session) {
      setProblem(messages.requestFailed);
      return 'username';
    }
    const failure = session.failureOf(error);
    if (failure.code === 'captchaWrong' || failure.code === 'captchaGone') {
      setErrors({ code: failure.message });
      return 'code';
    }
    if (credential && failure.code === 'wrongLogin') {
      session.forgetRemembered();
      setRemembered(undefined);
      setProblem(signInTexts.forgotten);
      return 'password';
    }
    setProblem(failure.message);
    return failure.code === 'wrongLogin' ? 'password' : 'username';
  }

  return {
    values,
    errors,
    problem,
    busy,
    captcha,
    remembered: credential !== undefined,
    change,
    submit,
    renewCaptcha: renew,
  };
}

function errorsOf(
  { username, password, code }: LoginValues,
  credential: string | undefined,
  captcha: CaptchaState,
): LoginErrors {
  return {
    ...(username.trim() ? {} : { username: signInTexts.noUserName }),
    ...(password || credential ? {} : { password: signInTexts.noPassword }),
    // Without a captcha image the login itself reports the error.
    ...(captcha.kind !== 'shown' || code.trim() ? {} : { code: signInTexts.noCode }),
  };
}
