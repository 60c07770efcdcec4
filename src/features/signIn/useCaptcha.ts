import { useCallback, useEffect, useRef, useState } from 'react';
import { sessionCode } from './sessionCode';

/** `expectNone`: on its way, and probably none. */
export type CaptchaState =
  | { readonly kind: 'loading' | 'expectNone' | 'none' | 'failed' }
  | { readonly kind: 'shown'; readonly uuid: string; readonly img: string };

/** Whether this server wanted none last time: then none is shown while its word is on the way, and nothing flickers. */
const memory = 'captcha';
function remembered(): boolean {
  try {
    return localStorage.getItem(memory) === 'none';
  } catch {
    return false;
  }
}
function remember({ kind }: CaptchaState): void {
  if (kind !== 'none' && kind !== 'shown') return;
  try {
    localStorage.setItem(memory, kind);
  } catch {
    // A forbidden storage costs the memory only.
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
 * A picture to type off, new at each `renew`: one serves a single attempt (BEHAVIOUR §1.3). `settled` is for those who
 * are quicker than the picture: it answers what has come of the one on its way, and tries once more where it failed.
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
    // What kept it away may be over.
    coming.current = draw();
    const again = await coming.current;
    remember(again);
    setCaptcha(again);
    return again;
  }, []);
  return { captcha, renew, settled };
}
