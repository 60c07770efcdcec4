import { Notice, NoticeLink } from '@/lib/notice/Notice';
import { browserTexts } from '@contract/features/system/browserTexts';
import { LightFrame } from './LightFrame';

/**
 * Checks whether the browser has the functions that the console needs. Browsers before Chrome 100 and Safari 15.4
 * lack one of these (package.json, browserslist).
 */
export const runsConsole = (): boolean =>
  typeof Array.prototype.findLast === 'function' &&
  typeof Array.prototype.at === 'function' &&
  typeof Object.hasOwn === 'function' &&
  typeof structuredClone === 'function' &&
  'CSSLayerBlockRule' in window;

/** Shown instead of the console, which would stay blank in this browser. */
export function OldBrowser() {
  return (
    <LightFrame title={browserTexts.title}>
      <Notice title={browserTexts.title} text={browserTexts.console}>
        <NoticeLink to="/orgReportFormula" first>
          {browserTexts.publicPages}
        </NoticeLink>
      </Notice>
    </LightFrame>
  );
}
