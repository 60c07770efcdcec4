// Facts of a project that the thirty time rules compare. Days are `YYYY-MM-DD`, moments `YYYY-MM-DD HH:mm:ss` in the
// organization's time zone; both compare as texts. An unrecorded fact is null, and no rule reports it.

export interface TimeSpan {
  readonly from: string;
  readonly until: string;
}

/** A person, an instrument or a worker at work. */
export interface OccupiedSpan extends TimeSpan {
  /** Name of the person, the instrument or the worker, e.g. 王工, CY-001 大气采样器. */
  readonly name: string;
  /** Workplace: code of the project and name of its unit. */
  readonly where: string;
}

export interface TimedSample {
  readonly no: string;
  /** Names of the hazards. */
  readonly item: string;
  readonly day: string | null;
  readonly start: string | null;
  readonly end: string | null;
  /** Sampler, by number and name. */
  readonly device: string | null;
  /** Worker who wears the sampler; null for an area sample. */
  readonly worker: string | null;
  /** Start and end of the job's shift as `HH:mm`; null where it is not recorded. */
  readonly shift: TimeSpan | null;
  /** The sample is for a hazard with a MAC. */
  readonly ceiling: boolean;
  /** The sample is a short one for a hazard with a PC-STEL. */
  readonly brief: boolean;
  readonly flowBefore: string | null;
  readonly flowAfter: string | null;
  /** The flow has to be measured afterwards: the sample is long, and the device does not control its flow. */
  readonly needsFlowAfter: boolean;
  readonly deviceDue: string | null;
  readonly lot: string | null;
  readonly lotUntil: string | null;
  /** Collector lots of the blanks of its batch. */
  readonly blankLots: readonly string[];
  readonly handedOver: string | null;
  readonly received: string | null;
  /** Last day for testing the sample: the earliest over its items. */
  readonly keepUntil: string | null;
  /** Air temperature, ℃; `pressure` is in kPa. */
  readonly temperature: string | null;
  readonly pressure: string | null;
}

/** Samples that together represent a shift. */
export interface TimedShift {
  readonly shiftName: string;
  readonly spans: readonly TimeSpan[];
  /** Exposure time of the shift, h. */
  readonly contact: number | null;
  readonly job: 'fixed' | 'moving';
  /** How the samples represent the shift: by a share of the time, or by periods of liquid absorbers and bags. */
  readonly representation: 'share' | 'periods';
}

interface TimedSoundMeter {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly readings: readonly string[];
}

interface TimedWeighing {
  readonly filter: string;
  readonly balance: string;
  readonly first: string;
  readonly second: string | null;
  readonly conditionsEqual: boolean;
  readonly afterBalance: string | null;
}

interface TimedInjection {
  readonly at: string;
  readonly kind: 'blank' | 'control' | 'sample';
  /** End of the injection's run. */
  readonly until: string;
}

export interface TimedTest {
  /** Number of the record. */
  readonly no: string;
  readonly from: string | null;
  readonly until: string | null;
  readonly samples: readonly string[];
  readonly instrument: string | null;
  readonly instrumentDue: string | null;
  readonly stockMade: string | null;
  readonly stockUntil: string | null;
  readonly curveMade: string | null;
  readonly injections: readonly TimedInjection[];
  /** Entries of the instrument's usage log. */
  readonly log: readonly TimeSpan[] | null;
  /** Records of the room's climate. */
  readonly room: readonly TimeSpan[] | null;
  readonly author: string | null;
  readonly signed: readonly {
    readonly step: 'author' | 'review' | 'approve';
    readonly person: string;
    readonly at: string;
  }[];
  /** Whether the method and the limits were in force on the day; null where unknown. */
  readonly inForce: boolean | null;
}

export interface TimedReport {
  readonly no: string;
  readonly issuedOn: string | null;
  /** Steps in order: written, reviewed, signed, sealed, issued. */
  readonly steps: readonly { readonly label: string; readonly at: string | null; readonly person: string | null }[];
  readonly due: { readonly reportBy: string; readonly publishBy: string; readonly archiveBy: string } | null;
  readonly reportedOn: string | null;
  readonly publishedOn: string | null;
  readonly archivedOn: string | null;
}

/** A working day of a person who needs an authorisation, a training or a licence. */
interface AuthorisedDay {
  readonly person: string;
  readonly work: string;
  readonly day: string;
  readonly isAuthorised: boolean;
}

/** A working day of a person after the end of the latest continuing education in 人员档案. */
interface LapsedEducation {
  readonly person: string;
  /** Last day of validity. */
  readonly endedOn: string;
  readonly day: string;
}

/** A working day of a person without a record in 人员档案 that the day needs. */
interface UnprovenDay {
  readonly person: string;
  readonly day: string;
}

export interface TimeFacts {
  /** Today in the organization's time zone, `YYYY-MM-DD`. */
  readonly today: string;
  readonly evaluation: boolean;
  readonly reviewedOn: string | null;
  readonly contractOn: string | null;
  readonly surveyedOn: string | null;
  readonly surveyors: number;
  readonly planApprovedOn: string | null;
  readonly days: readonly { readonly on: string; readonly collectors: number }[];
  readonly samples: readonly TimedSample[];
  readonly shifts: readonly TimedShift[];
  /** People of this project, and their work in all projects. */
  readonly people: readonly OccupiedSpan[];
  /** Minimum travel time between two workplaces, min. */
  readonly travelMinutes: number;
  readonly devices: readonly OccupiedSpan[];
  readonly meters: readonly TimedSoundMeter[];
  readonly weighings: readonly TimedWeighing[];
  readonly tests: readonly TimedTest[];
  readonly report: TimedReport | null;
  readonly authorised: readonly AuthorisedDay[];
  readonly lapsedEducation: readonly LapsedEducation[];
  /** Days without a passed training before them, in an organization that registers trainings. */
  readonly untrained: readonly UnprovenDay[];
  /** Days of radiation without a current dose measurement. */
  readonly undosed: readonly UnprovenDay[];
  /** Maximum number of samples and injections that one person can do in a day. */
  readonly mostSamples: number;
  readonly mostInjections: number;
  readonly dayCounts: readonly {
    readonly person: string;
    readonly day: string;
    readonly samples: number;
    readonly injections: number;
    readonly hours: number;
  }[];
  readonly photographs: readonly { readonly activity: 'survey' | 'sampling'; readonly at: string }[];
  /** Number of shifts in which chemicals were sampled. */
  readonly chemicalShifts: number;
}

/** Facts of a project without any record. */
export const noFacts: TimeFacts = {
  today: '2026-01-01',
  evaluation: false,
  reviewedOn: null,
  contractOn: null,
  surveyedOn: null,
  surveyors: 0,
  planApprovedOn: null,
  days: [],
  samples: [],
  shifts: [],
  people: [],
  travelMinutes: 30,
  devices: [],
  meters: [],
  weighings: [],
  tests: [],
  report: null,
  authorised: [],
  lapsedEducation: [],
  untrained: [],
  undosed: [],
  mostSamples: 120,
  mostInjections: 300,
  dayCounts: [],
  photographs: [],
  chemicalShifts: 0,
};
