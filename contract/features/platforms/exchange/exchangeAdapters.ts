import { connectorLink } from '../connectorLinks';
import { placeLink, type PlaceLink, type PlaceOf } from '../placeLinks';
import type { ExchangeName } from './adapterNames';
import { type CodeTable, countyCodes, type PlatformCode, provincialCodes } from './codeTables';
import { countyKinds, countyProjectFields } from './countyFields';
import { countyProject, type CountyProject } from './countyProject';
import type { ExchangeModel, ExchangeSettings } from './exchangeModel';
import { type MessageFault, type ShownPart, messageContextOf } from './messageFields';
import { provincialGroups } from './provincialFields';
import { provincialReport, type ProvincialReport } from './provincialReport';
import { surveyBook, surveyBookColumns, type SurveyBook } from './surveyWorkbook';

/** A message in the form that its transport needs. */
export type ExchangeMessage =
  | ({ readonly adapter: 'provincial' } & Pick<ProvincialReport, 'report'>)
  | ({ readonly adapter: 'county' } & Pick<CountyProject, 'project' | 'kinds'>)
  | ({ readonly adapter: 'surveyBook' } & Pick<SurveyBook, 'sheet' | 'heads' | 'rows'>);

export interface BuiltMessage {
  readonly message: ExchangeMessage;
  readonly parts: readonly ShownPart[];
  readonly faults: readonly MessageFault[];
  readonly notes: readonly string[];
}

/** An adapter as data. `buildMessage` builds its message; `server/features/platforms/exchange` sends it. */
interface AdapterData {
  /** Code tables that its messages use. */
  readonly tables: readonly CodeTable[];
  /** Codes known in advance. */
  readonly codes: readonly PlatformCode[];
  /** Settings of the connector that the adapter requires. */
  readonly needs: readonly ('account' | 'headName' | 'apiKey' | 'signingKey')[];
  /** Whether the platform has a call to withdraw a report. */
  readonly withdraws: boolean;
  /** Whether a person uploads the file, so that nothing is sent. */
  readonly byHand: boolean;
  /** Labels of the message elements, for the reasons of a refusal. */
  readonly labels: ReadonlyMap<string, string>;
}

const labelsOf = (groups: Readonly<Record<string, readonly { name: string; label: string }[]>>) =>
  new Map(
    Object.entries(groups).flatMap(([group, fields]) => fields.map(({ name, label }) => [`${group}.${name}`, label])),
  );

export const adapterData: Readonly<Record<ExchangeName, AdapterData>> = {
  provincial: {
    tables: [
      'hazard',
      'result',
      'unit',
      'checkType',
      'economicType',
      'industry',
      'scale',
      'area',
      'field',
      'serviceItem',
      'verdict',
    ],
    codes: provincialCodes,
    needs: ['account', 'headName', 'apiKey', 'signingKey'],
    withdraws: false,
    byHand: false,
    labels: labelsOf(provincialGroups),
  },
  county: {
    tables: ['hazard', 'checkType', 'area', 'riskClass', 'verdict', 'reduction'],
    codes: countyCodes,
    needs: ['account', 'apiKey'],
    withdraws: false,
    byHand: false,
    labels: labelsOf({
      project: countyProjectFields,
      ...Object.fromEntries(countyKinds.map(({ path, fields }) => [path, fields])),
    }),
  },
  surveyBook: {
    tables: ['hazard'],
    codes: [],
    needs: [],
    withdraws: false,
    byHand: true,
    labels: labelsOf({ row: surveyBookColumns }),
  },
};

/**
 * Builds the message for a report in the words and codes of an adapter.
 * @param adapter format of the platform
 * @param model data of the report
 * @param settings settings of the connector
 * @param codes the connector's codes for our values
 */
export function buildMessage(
  adapter: ExchangeName,
  model: ExchangeModel,
  settings: ExchangeSettings,
  codes: readonly PlatformCode[],
): BuiltMessage {
  const context = messageContextOf(codes);
  const filledMessage = ((): { message: ExchangeMessage; parts: readonly ShownPart[] } => {
    if (adapter === 'provincial') {
      const { report, parts } = provincialReport(model, settings, context);
      return { message: { adapter, report }, parts };
    }
    if (adapter === 'county') {
      const { parts, ...content } = countyProject(model, settings, context);
      return { message: { adapter, ...content }, parts };
    }
    const { parts, ...content } = surveyBook(model, context);
    return { message: { adapter, ...content }, parts };
  })();
  return { ...filledMessage, faults: context.faults, notes: context.notes };
}

/** A fault with the page on which it is corrected. */
export interface ExchangeFinding {
  readonly field: string;
  readonly label: string;
  readonly message: string;
  readonly place: PlaceLink;
}

/** Returns a fault for each secret that an adapter needs and a connector lacks. */
export const missingKeys = (
  adapter: ExchangeName,
  keyStates: { readonly hasKey: boolean; readonly hasSigningKey: boolean },
): MessageFault[] =>
  (
    [
      ['apiKey', '接口密钥', keyStates.hasKey],
      ['signingKey', '签名私钥', keyStates.hasSigningKey],
    ] as const
  ).flatMap(([name, label, isPresent]) =>
    isPresent || !adapterData[adapter].needs.includes(name)
      ? []
      : [
          {
            kind: 'missing',
            path: `connector.${name}`,
            label,
            message: `缺少${label}`,
            place: 'connector',
            filledAs: name,
          },
        ],
  );

/**
 * Returns the faults with their pages; a value without a code leads to the connector's code table.
 * @param placeIds ids of the rows to which the findings link
 * @param connectorId id of the connector, whose code table a finding opens
 */
export const exchangeFindings = (
  faults: readonly MessageFault[],
  placeIds: PlaceOf,
  connectorId: number,
): ExchangeFinding[] =>
  faults.map((fault) => ({
    field: fault.path,
    label: fault.kind === 'unmapped' ? fault.message : fault.label,
    message: fault.message,
    place:
      fault.place === 'codes' || fault.place === 'connector'
        ? connectorLink(fault, connectorId)
        : fault.place === 'person'
          ? { title: '个人中心', path: '/user/center' }
          : placeLink(fault.place, placeIds, fault.filledAs ? { field: fault.filledAs } : {}),
  }));

/** Adds our label to the platform's name of an element, e.g. `empInfo.areaCode（所在地区）`. */
export function withProductLabels(adapter: ExchangeName, answerText: string): string {
  const { labels } = adapterData[adapter];
  return answerText.replaceAll(
    /([A-Za-z]+)(?:\[\d+\])?\.([A-Za-z]+)/g,
    (matchedText: string, group: string, name: string) => {
      const label = labels.get(`${group}.${name}`);
      return label ? `${matchedText}（${label}）` : matchedText;
    },
  );
}
