import { Notice, WayLink } from '@/lib/notice/Notice';
import { browserTexts } from '@contract/features/system/browserTexts';
import { LightFrame } from './LightFrame';

/**
 * What the console calls and browsers from before Chrome 100 and Safari 15.4 lack (package.json, browserslist), one of
 * each of its last years.
 */
export const runsConsole = (): boolean =>
  typeof Array.prototype.findLast === 'function' &&
  typeof Array.prototype.at === 'function' &&
  typeof Object.hasOwn === 'function' &&
  typeof structuredClone === 'function' &&
  'CSSLayerBlockRule' in window;

/** In place of a console that this browser would show blank. */
export function OldBrowser() {
  return (
    <LightFrame title={browserTexts.title}>
      <Notice title={browserTexts.title} text={browserTexts.console}>
        <WayLink to="/orgReportFormula" first>
          {browserTexts.publicPages}
        </WayLink>
      </Notice>
    </LightFrame>
  );
}
