import { Alert, Checkbox, Input, Select, Space } from 'antd';
import type { SheetView, TargetColumn } from '@contract/workbook/mapping/columnMapping';
import { mappingTexts as texts } from '@contract/workbook/mapping/columnMapping';
import type { ImportModel } from './useImport';
import styles from './importDialog.module.css';

const noColumn = -1;
const fixedChoice = -2;

/** Shows how the columns of a person's own list map to those of the entity. The person can correct the mapping. */
export function MappingPanel({ model, sheetView }: { model: ImportModel; sheetView: SheetView }) {
  const { missing: missingHeaders, mapping } = model;
  if (!mapping) return null;
  return (
    <div className={styles.mapping}>
      <Alert
        type={missingHeaders.length ? 'warning' : 'info'}
        showIcon
        title={
          missingHeaders.length
            ? texts.missing(missingHeaders)
            : sheetView.remembered
              ? texts.remembered
              : texts.guessed
        }
      />
      <SheetAndHead model={model} sheetView={sheetView} />
      <Checkbox
        checked={mapping.restToRemark ?? false}
        onChange={(event) => model.setRestToRemark(event.target.checked)}
      >
        {texts.rest}
      </Checkbox>
      <div className={styles.targets} role="table" aria-label={texts.title}>
        {sheetView.targets.map((target) => (
          <TargetLine key={target.header} target={target} model={model} sheetView={sheetView} />
        ))}
      </div>
    </div>
  );
}

function SheetAndHead({ model, sheetView }: { model: ImportModel; sheetView: SheetView }) {
  const { head } = sheetView.mapping;
  const lines = sheetView.top.map(({ line, cells }) => ({ line, text: cells.filter(Boolean).join('｜').slice(0, 60) }));
  const heads = lines.flatMap(({ line, text }, index) => {
    const next = lines[index + 1];
    const singleLine = { value: `${line}-${line}`, label: `第${line}行：${text}` };
    return next?.line === line + 1
      ? [singleLine, { value: `${line}-${next.line}`, label: `第${line}～${next.line}行：${text}` }]
      : [singleLine];
  });
  return (
    <Space wrap>
      {sheetView.sheets.length > 1 && (
        <Select
          aria-label="读取的工作表"
          value={sheetView.sheetName}
          options={sheetView.sheets.map(({ name }) => ({ value: name, label: name }))}
          disabled={model.busy}
          style={{ minWidth: 160 }}
          onChange={(name: string) => void model.lookAgain(name)}
        />
      )}
      <span>{texts.head}</span>
      <Select
        aria-label={texts.head}
        value={`${head.first}-${head.last}`}
        options={heads}
        disabled={model.busy}
        style={{ width: 420, maxWidth: '80vw' }}
        onChange={(value: string) => {
          const [first = 1, last = 1] = value.split('-').map(Number);
          void model.lookAgain(sheetView.sheetName, { first, last });
        }}
      />
    </Space>
  );
}

function TargetLine({ target, model, sheetView }: { target: TargetColumn; model: ImportModel; sheetView: SheetView }) {
  const { header, required, initial } = target;
  const { mapping } = model;
  const at = mapping?.columns[header];
  const text = mapping?.fixed[header];
  const joinedSource = sheetView.sources.find((source) => source.at === mapping?.joined?.[header]);
  const sources = sheetView.sources.map((source) => ({
    value: source.at,
    label: source.samples.length ? `${source.name}（${source.samples.join('、')}）` : source.name,
  }));
  return (
    <div className={styles.target} role="row">
      <span role="rowheader">
        {header}
        {required && <span className={styles.required}>*</span>}
      </span>
      <Select
        aria-label={`${header} ${texts.source}`}
        showSearch={{ optionFilterProp: 'label' }}
        value={at ?? (text === undefined ? noColumn : fixedChoice)}
        options={[
          { value: noColumn, label: initial ? texts.initial(initial) : texts.none },
          { value: fixedChoice, label: texts.fixed },
          ...sources,
        ]}
        onChange={(value: number) =>
          model.setColumn(header, value >= 0 ? value : null, value === fixedChoice ? '' : null)
        }
      />
      {at === undefined && text !== undefined && (
        <Input
          aria-label={`${header} ${texts.fixed}`}
          placeholder={texts.fixed}
          value={text}
          onChange={(event) => model.setColumn(header, null, event.target.value)}
        />
      )}
      {at !== undefined && (
        <Space>
          {joinedSource && <span>{texts.joined(joinedSource.name)}</span>}
          <Checkbox
            checked={mapping?.repeated.includes(header) ?? false}
            onChange={(event) => model.setRepeated(header, event.target.checked)}
          >
            {texts.repeated}
          </Checkbox>
        </Space>
      )}
    </div>
  );
}
