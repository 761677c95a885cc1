import { extname } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  HttpStatus,
  Inject,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
import type { MulterOptions } from '@nestjs/platform-express/multer/interfaces/multer-options.interface.js';
import type { Request } from 'express';
import { type Observable, throwError } from 'rxjs';
import { Refusal } from '../../domain/errors.js';
import { ENTRY_KINDS, type EntryKind } from '../../domain/library-calendar.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { CSV_KIND_NAMES } from '../../records/csv/csv-members.js';
import { TRY } from './csv-mapping.requests.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { requireRowsAllowed, type UploadedCsv } from './csv-imports.service.js';
import { requireCalendarAllowed, type UploadedFile } from './imports.service.js';
import { limitedBody } from './limited-body.js';
import { wholeBody } from './records.requests.js';
import { type Upload, Uploads } from './uploads.js';
import { csvRefusal, refuseCsv } from './csv-file.js';

/** The names of the controls in the form. What is in the file comes before it. */
export const FILE = 'file';
export const CONTENT = 'content';
export const ENCODING = 'encoding';
/** Which button was pressed. Of rows, staff choose once they have said what the columns are. */
export const MANNER = 'manner';

/** Of files that are not in Unicode. */
export const ENCODINGS = [
  'utf-8',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'macintosh',
  'utf-16le',
] as const;

/** Of files with one JSON record per line: a spreadsheet or an archive that was chosen by mistake is not even read. */
const EXTENSIONS = ['.ndjson', '.jsonl', '.json'];
const CSV_EXTENSIONS = ['.csv', '.tsv'];

interface IncomingFile {
  readonly originalname: string;
  readonly stream: Readable;
}

interface StoredFile {
  readonly upload: Upload;
  readonly originalname: string;
}

type Stored = (error: unknown, file?: { readonly upload: Upload }) => void;

/** Why a file is not taken, in plain words, and the status of the page that says so. */
export interface RefusedFile {
  readonly problem: string;
  readonly status: HttpStatus;
}

/** An option of multer's that Nest's type does not have. */
interface Feed {
  readonly streamHandler: (form: Request, parser: Writable) => void;
}

interface FormRequest extends Request {
  readonly file?: StoredFile;
  readonly body: Readonly<Partial<Record<string, unknown>>> | undefined;
  refusedFile?: RefusedFile | undefined;
}

/** Receives the one file of a form. */
@Injectable()
export class FormFileInterceptor implements NestInterceptor {
  constructor(
    private readonly uploads: Uploads,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Goes on at once where the file is refused: multer itself would first read all of the form. */
  intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<FormRequest>();
    return new Promise((resolve, reject) => {
      const refuse = (error: unknown): void => {
        request.refusedFile = refusedFileOf(error);
        resolve(request.refusedFile === undefined ? throwError(() => error) : next.handle());
      };
      const options: MulterOptions & Feed = {
        storage: this.storage(refuse),
        limits: { files: 1, fields: 10, fieldSize: 1_000 },
        streamHandler: (form, parser) => {
          // What is wrong with the form itself, multer answers: it also removes what it has stored.
          pipeline(this.inTime(form), parser).catch(
            (error: unknown) => error instanceof Refusal && refuse(error),
          );
        },
      };
      const Receiver = FileInterceptor(FILE, options);
      Promise.resolve(new Receiver().intercept(context, next)).then(resolve, reject);
    });
  }

  /** The whole form, as long as it goes on arriving: also the fields before its file. @throws Refusal `RequestTimeout`, `PayloadTooLarge` */
  private inTime(form: Request): AsyncGenerator<Buffer> {
    const { uploadsMaxMegabytes, uploadBytesPerSecond: bytesPerSecond } = this.config;
    const maxMegabytes = uploadsMaxMegabytes + 1;
    const tooLarge = `A form must not be larger than ${maxMegabytes} MB.`;
    return limitedBody(wholeBody(form), this.config, { maxMegabytes, tooLarge, bytesPerSecond });
  }

  /** Nothing is read of what its sender may not import. Of rows, the first bytes say what they are; of records, the name. */
  private async keep(request: FormRequest, name: string, content: AsyncIterable<Buffer>): Promise<Upload> {
    const [csv, calendar] = [csvIn(request), calendarIn(request)];
    const isNamedRecords = EXTENSIONS.includes(extname(name).toLowerCase());
    const sender = [request.user as StaffPrincipal, websiteIdIn(request)] as const;
    if (csv !== undefined) requireRowsAllowed(...sender, csv.kind);
    if (calendar !== undefined) requireCalendarAllowed(...sender);
    if (csv !== undefined && isNamedRecords) throw recordsRefusal();
    if (csv === undefined && calendar === undefined && !isNamedRecords) throw refusalOfName(name);
    return this.uploads.keep(websiteIdIn(request), csv === undefined ? refuseCsv(content) : content);
  }

  /** Where multer puts a file. */
  private storage(refuse: (error: unknown) => void): object {
    return {
      _handleFile: (request: FormRequest, { stream, originalname }: IncomingFile, done: Stored): void => {
        const end = (error: unknown): void => {
          refuse(error);
          stream.resume();
          done(error);
        };
        // Destroyed, it would be an error of its own.
        const content = stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
        this.keep(request, originalname, content).then((upload) => done(null, { upload }), end);
      },
      // The form was refused after its file was stored. A file that was not stored has none.
      _removeFile: (
        _request: unknown,
        { upload }: Partial<StoredFile>,
        done: (error: unknown) => void,
      ): void => {
        (upload?.discard() ?? Promise.resolve()).then(() => done(null), done);
      },
    };
  }
}

const websiteIdIn = ({ params }: FormRequest): number => Number(params.websiteId);

const recordsRefusal = (): Refusal =>
  new Refusal('InvalidFieldValue', 'By its name, this is a file of records: say so, and send it again.');

/** The refusal of a file of records by its name. */
function refusalOfName(name: string): Refusal {
  if (CSV_EXTENSIONS.includes(extname(name).toLowerCase())) return csvRefusal();
  return new Refusal('InvalidFieldValue', `The name of the file must end in ${EXTENSIONS.join(', ')}.`);
}

const MAX_NAME_LENGTH = 200;

/** Browsers send UTF-8, which multer reads as Latin-1. Programs send anything. */
function nameIn(sent: string): string {
  const name = Buffer.from(sent, 'latin1')
    .toString()
    .replaceAll(/\p{Cc}/gu, '\uFFFD');
  return name.slice(0, MAX_NAME_LENGTH).toWellFormed();
}

/** What staff correct by choosing another file. Everything else that goes wrong is no fault of the file. */
export function refusedFileOf(error: unknown): RefusedFile | undefined {
  if (!(error instanceof Refusal)) return undefined;
  const { code, message: problem } = error;
  if (code === 'PayloadTooLarge') return { problem, status: HttpStatus.PAYLOAD_TOO_LARGE };
  return code === 'InvalidFieldValue' ? { problem, status: HttpStatus.UNPROCESSABLE_ENTITY } : undefined;
}

const NO_FILE: RefusedFile = {
  problem: 'Choose a file.',
  status: HttpStatus.UNPROCESSABLE_ENTITY,
};

/** The file of the form, or why it is not taken. */
export const FormFile = createParamDecorator(
  (_: undefined, context: ExecutionContext): UploadedFile | RefusedFile => {
    const request = context.switchToHttp().getRequest<FormRequest>();
    const { file, refusedFile = NO_FILE } = request;
    if (file === undefined) return refusedFile;
    const name = nameIn(file.originalname);
    const manner = { dryRun: request.body?.[MANNER] === TRY, wholeList: null, isForced: false };
    return { upload: file.upload, name, csv: csvIn(request), calendar: calendarIn(request), manner };
  },
);

/** What the days of an iCalendar file are; undefined if it is none. */
function calendarIn({ body }: FormRequest): EntryKind | undefined {
  return ENTRY_KINDS.find((kind) => body?.[CONTENT] === `calendar-${kind}`);
}

/** Undefined if the file has records. */
function csvIn({ body }: FormRequest): UploadedCsv | undefined {
  const kind = CSV_KIND_NAMES.find((name) => name === body?.[CONTENT]);
  const encoding = ENCODINGS.find((name) => name === body?.[ENCODING]);
  return kind && { kind, encoding, asksForColumns: true };
}
