import { useEffect, useRef, useState } from 'react';
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

interface LoginRefusal {
  /** Field that gets the focus. */
  readonly field: keyof LoginErrors;
  readonly fieldError?: string;
  /** Sentence above the form. */
  readonly message?: string;
  /** True if the stored credential is no longer valid. */
  readonly forgets?: true;
}

/**
 * Returns how the form shows a refused login.
 * @param failure undefined if the session's code could not be loaded
 * @param wasRemembered true if a stored credential was sent instead of a password
 */
function refusalOf(
  failure: { readonly code: string | undefined; readonly message: string } | undefined,
  wasRemembered: boolean,
): LoginRefusal {
  if (!failure) return { field: 'username', message: messages.requestFailed };
  if (failure.code === 'captchaWrong' || failure.code === 'captchaGone')
    return { field: 'code', fieldError: failure.message };
  if (wasRemembered && failure.code === 'wrongLogin')
    return { field: 'password', message: signInTexts.forgotten, forgets: true };
  return { field: failure.code === 'wrongLogin' ? 'password' : 'username', message: failure.message };
}

/** Returns the login that this browser remembers, and calls `onFound` with it once. */
function useRememberedLogin(onFound: (username: string) => void) {
  const [remembered, setRemembered] = useState<{ username: string; credential: string }>();
  const onFoundRef = useRef(onFound);
  useEffect(() => {
    void sessionCode().then(
      ({ readRemembered }) => {
        const storedLogin = readRemembered();
        if (!storedLogin) return;
        setRemembered(storedLogin);
        onFoundRef.current(storedLogin.username);
      },
      () => undefined,
    );
  }, []);
  return [remembered, setRemembered] as const;
}

/** State and commands of the login page. The session's code (axios, cipher) loads after the first paint (DESIGN §1). */
export function useLogin(onSignedIn: () => Promise<void>) {
  const [values, setValues] = useState<LoginValues>({ username: '', password: '', code: '', rememberMe: false });
  const [errors, setErrors] = useState<LoginErrors>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  // Keeps a user name that the person typed while this was loading.
  const [remembered, setRemembered] = useRememberedLogin((username) =>
    setValues((typedLoginValues) =>
      typedLoginValues.username ? typedLoginValues : { ...typedLoginValues, username, rememberMe: true },
    ),
  );
  const { captcha, renew, settled } = useCaptcha();

  /** Stored credential, sent instead of a password, if the user name belongs to its owner. */
  const credential =
    remembered && !values.password && values.username.trim() === remembered.username
      ? remembered.credential
      : undefined;

  function change(change: Partial<LoginValues>): void {
    setValues((previousLoginValues) => ({ ...previousLoginValues, ...change }));
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
    setValues((previousLoginValues) => ({ ...previousLoginValues, code: '' }));
    const session = await sessionCode().catch(() => undefined);
    const { field, fieldError, message, forgets } = refusalOf(session?.failureOf(error), credential !== undefined);
    if (fieldError) setErrors({ [field]: fieldError });
    if (message) setProblem(message);
    if (forgets) {
      session?.forgetRemembered();
      setRemembered(undefined);
    }
    return field;
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
