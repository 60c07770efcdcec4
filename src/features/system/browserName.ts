const browserPatterns: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger\/([\d.]+)/, '微信'],
  [/DingTalk\/([\d.]+)/, '钉钉'],
  [/Edg(?:A|iOS)?\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/(?:Headless)?Chrome\/(\d+)/, 'Chrome'],
  [/Version\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari/, 'Safari'],
];

const systemPatterns: readonly (readonly [RegExp, string])[] = [
  [/Windows NT 10/, 'Windows 10/11'],
  [/Windows NT 6\.1/, 'Windows 7'],
  [/Windows/, 'Windows'],
  [/HarmonyOS|OpenHarmony/, '鸿蒙'],
  [/Android/, 'Android'],
  [/iPad/, 'iPad'],
  [/iPhone/, 'iPhone'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** Returns a readable name of a browser from its `User-Agent`: `Chrome 141 · Windows 10/11`, or 未知设备. */
export function browserNameOf(agent: string | null | undefined): string {
  const text = agent ?? '';
  const browser = browserPatterns.flatMap(([pattern, name]) => {
    const version = pattern.exec(text)?.[1];
    return version ? [`${name} ${version.split('.')[0]}`] : [];
  })[0];
  const system = systemPatterns.find(([pattern]) => pattern.test(text))?.[1];
  return [browser, system].filter(Boolean).join(' · ') || text.slice(0, 40) || '未知设备';
}
