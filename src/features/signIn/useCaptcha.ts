import { useCallback, useEffect, useRef, useState } from 'react';
import { deobfuscate, obfuscate } from '@/lib/browser/obfuscateText';
import { sessionCode } from './sessionCode';

/** `expectNone`: loading, probably none. */
export type CaptchaState =
  | { readonly kind: 'loading' | 'expectNone' | 'none' | 'failed' }
  | { readonly kind: 'shown'; readonly uuid: string; readonly img: string };

/**
 * Key in the browser's storage for the fact that the server required no captcha, so that none flashes while it
 * answers.
 */
const noCaptchaKey = 'captcha';
function isRemembered(): boolean {
  try {
    return deobfuscate(localStorage.getItem(noCaptchaKey)) === 'none';
  } catch {
    return false;
  }
}
function rememberKind({ kind }: CaptchaState): void {
  if (kind !== 'none' && kind !== 'shown') return;
  try {
    localStorage.setItem(noCaptchaKey, obfuscate(kind));
  } catch {
    // Without storage the setting is only not remembered.
  }
}

async function drawCaptcha(): Promise<CaptchaState> {
  try {
    const { fetchCaptcha } = await sessionCode();
    const captcha = await fetchCaptcha();
    return 'img' in captcha ? { kind: 'shown', ...captcha } : { kind: 'none' };
  } catch {
    return { kind: 'failed' };
  }
}

/**
 * State of the captcha. `renew` loads a new one, because each is valid for one attempt (BEHAVIOUR §1.3). `settled`
 * waits for the captcha that is being loaded and retries once after a failure.
 */
export function useCaptcha(): { captcha: CaptchaState; renew: () => void; settled: () => Promise<CaptchaState> } {
  const [round, setRound] = useState(0);
  const [captcha, setCaptcha] = useState<CaptchaState>(() => ({ kind: isRemembered() ? 'expectNone' : 'loading' }));
  const pendingCaptcha = useRef<Promise<CaptchaState>>(undefined);
  useEffect(() => {
    let isCurrent = true;
    pendingCaptcha.current = drawCaptcha();
    void pendingCaptcha.current.then((newCaptcha) => {
      rememberKind(newCaptcha);
      if (isCurrent) setCaptcha(newCaptcha);
    });
    return () => {
      isCurrent = false;
    };
  }, [round]);
  const renew = useCallback(() => setRound((last) => last + 1), []);
  const settled = useCallback(async () => {
    const newCaptcha = await (pendingCaptcha.current ?? drawCaptcha());
    if (newCaptcha.kind !== 'failed') return newCaptcha;
    // Retries, because the cause of the failure may have ended.
    pendingCaptcha.current = drawCaptcha();
    const retriedCaptcha = await pendingCaptcha.current;
    rememberKind(retriedCaptcha);
    setCaptcha(retriedCaptcha);
    return retriedCaptcha;
  }, []);
  return { captcha, renew, settled };
}
