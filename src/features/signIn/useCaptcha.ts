import { useCallback, useEffect, useRef, useState } from 'react';
import { unveil, veil } from '@/lib/browser/veiled';
import { sessionCode } from './sessionCode';

/** `expectNone`: loading, probably none. */
export type CaptchaState =
  | { readonly kind: 'loading' | 'expectNone' | 'none' | 'failed' }
  | { readonly kind: 'shown'; readonly uuid: string; readonly img: string };

/**
 * Key in the browser's storage for the fact that the server required no captcha, so that none flashes while it
 * answers.
 */
const memory = 'captcha';
function remembered(): boolean {
  try {
    return unveil(localStorage.getItem(memory)) === 'none';
  } catch {
    return false;
  }
}
function remember({ kind }: CaptchaState): void {
  if (kind !== 'none' && kind !== 'shown') return;
  try {
    localStorage.setItem(memory, veil(kind));
  } catch {
    // Without storage the setting is only not remembered.
  }
}

async function draw(): Promise<CaptchaState> {
  try {
    const { fetchCaptcha } = await sessionCode();
    const answer = await fetchCaptcha();
    return 'img' in answer ? { kind: 'shown', ...answer } : { kind: 'none' };
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
  const [captcha, setCaptcha] = useState<CaptchaState>(() => ({ kind: remembered() ? 'expectNone' : 'loading' }));
  const coming = useRef<Promise<CaptchaState>>(undefined);
  useEffect(() => {
    let current = true;
    coming.current = draw();
    void coming.current.then((drawn) => {
      remember(drawn);
      if (current) setCaptcha(drawn);
    });
    return () => {
      current = false;
    };
  }, [round]);
  const renew = useCallback(() => setRound((last) => last + 1), []);
  const settled = useCallback(async () => {
    const drawn = await (coming.current ?? draw());
    if (drawn.kind !== 'failed') return drawn;
    // Retries, because the cause of the failure may have ended.
    coming.current = draw();
    const again = await coming.current;
    remember(again);
    setCaptcha(again);
    return again;
  }, []);
  return { captcha, renew, settled };
}
