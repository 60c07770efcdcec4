import { useCallback, useEffect, useState } from 'react';
import { sessionCode } from './sessionCode';

export type CaptchaState = { readonly kind: 'loading' | 'none' | 'failed' } | { readonly kind: 'shown'; readonly uuid: string; readonly img: string };

/** A picture to type off, new at each `renew`: one serves a single attempt (BEHAVIOUR §1.3). */
export function useCaptcha(): { captcha: CaptchaState; renew: () => void } {
  const [round, setRound] = useState(0);
  const [captcha, setCaptcha] = useState<CaptchaState>({ kind: 'loading' });
  useEffect(() => {
    let current = true;
    void (async () => {
      try {
        const { fetchCaptcha } = await sessionCode();
        const answer = await fetchCaptcha();
        if (current) setCaptcha('img' in answer ? { kind: 'shown', ...answer } : { kind: 'none' });
      } catch {
        if (current) setCaptcha({ kind: 'failed' });
      }
    })();
    return () => {
      current = false;
    };
  }, [round]);
  const renew = useCallback(() => setRound((last) => last + 1), []);
  return { captcha, renew };
}
