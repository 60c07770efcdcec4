import { CheckOutlined } from '@ant-design/icons';
import { Button, Drawer, Segmented, Select, Switch } from 'antd';
import { type Appearance, onColour, palette } from '@/lib/browser/theme';
import { feedback } from '@/lib/feedback';
import { settingsTexts as texts, shellTexts, sizeLabels } from '@/lib/texts/shellTexts';
import { lockChoices, type Settings, useSettings } from '@/session/settingsStore';
import { layoutSizes } from '@contract/constants';
import { chooseSize } from '../chooseSize';
import { lockTexts } from '../lockScreen/lockTexts';
import styles from './overlays.module.css';

type SettingFlag = { [Name in keyof Settings]: Settings[Name] extends boolean ? Name : never }[keyof Settings];

const displaySwitches = [
  'tagsView',
  'fixedHeader',
  'sidebarLogo',
  'uniqueOpened',
  'showFooter',
  'tallLists',
  'compact',
  'watermark',
] as const satisfies readonly SettingFlag[];
const appearanceOptions: readonly Appearance[] = ['light', 'dark', 'system'];

interface SettingsPanelProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Colours of the theme as radio buttons. */
function ColourChoice() {
  const { theme, change } = useSettings();
  const isChosen = (colour: string) => theme.toLowerCase() === colour.toLowerCase();
  return (
    <fieldset className={styles.group}>
      <legend>{texts.colour}</legend>
      <div className={styles.swatches}>
        {palette.map((colour, index) => (
          <label key={colour} className={styles.swatch} title={colour}>
            <input
              type="radio"
              name="themeColour"
              value={colour}
              checked={isChosen(colour)}
              onChange={() => change({ theme: colour })}
            />
            <i style={{ background: colour, color: onColour(colour) }} aria-hidden="true">
              {isChosen(colour) && <CheckOutlined />}
            </i>
            {texts.colours[index]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Switches of the shell's parts, and the time after which the screen locks. */
function DisplayChoices() {
  const settings = useSettings();
  const { change } = settings;
  return (
    <fieldset className={styles.group}>
      <legend>{texts.display}</legend>
      {displaySwitches.map((name) => (
        <label key={name} className={styles.line}>
          {texts[name]}
          <Switch checked={settings[name]} onChange={(isOn) => change({ [name]: isOn })} />
        </label>
      ))}
      <label className={styles.line} htmlFor="lockAfter">
        {lockTexts.lockAfter}
        <Select<number>
          id="lockAfter"
          style={{ width: 110 }}
          value={settings.lockAfter}
          options={lockChoices.map((value) => ({
            value,
            label: value === 0 ? lockTexts.never : lockTexts.minutes(value),
          }))}
          onChange={(lockAfter) => change({ lockAfter })}
        />
      </label>
    </fieldset>
  );
}

/** Settings of the person's appearance (SPEC §2). Changes apply at once and are stored. */
export function SettingsPanel({ open, onClose }: SettingsPanelProps) {
  const { appearance, size, change, reset } = useSettings();
  const onReset = () => {
    reset();
    feedback.notify('success', texts.resetDone);
  };
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement="right"
      size={320}
      title={shellTexts.settings}
      // Transparent, so that the changes are visible.
      styles={{ mask: { background: 'transparent' } }}
      footer={
        <Button block onClick={onReset}>
          {texts.reset}
        </Button>
      }
    >
      <ColourChoice />
      <fieldset className={styles.group}>
        <legend>{texts.appearance}</legend>
        <Segmented<Appearance>
          block
          name="appearance"
          aria-label={texts.appearance}
          value={appearance}
          options={appearanceOptions.map((value) => ({ value, label: texts.appearances[value] }))}
          onChange={(chosenAppearance) => change({ appearance: chosenAppearance })}
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{shellTexts.size}</legend>
        <Segmented
          block
          name="size"
          aria-label={shellTexts.size}
          value={size}
          options={layoutSizes.map((value) => ({ value, label: sizeLabels[value] }))}
          onChange={chooseSize}
        />
      </fieldset>
      <DisplayChoices />
      <p className={styles.quiet}>{texts.kept}</p>
    </Drawer>
  );
}
