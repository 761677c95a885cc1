import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import {
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { Refusal } from '../../domain/errors.js';
import type { UploadedFile } from '../../operator/imports/imports.service.js';
import { type Upload, Uploads } from '../../operator/imports/uploads.js';

/** The name of the control in the form. */
export const FILE = 'file';

/** Of files with one JSON record per line: a spreadsheet or an archive that was chosen by mistake is not even read. */
const EXTENSIONS = ['.ndjson', '.jsonl', '.json'];

interface IncomingFile {
  readonly originalname: string;
  readonly stream: Readable;
}

interface StoredFile {
  readonly upload: Upload;
  readonly originalname: string;
}

type Stored = (error: unknown, file?: { readonly upload: Upload }) => void;

/** Receives the one file of a form. */
@Injectable()
export class FormFileInterceptor implements NestInterceptor {
  constructor(private readonly uploads: Uploads) {}

  /** Answers a refusal at once: multer itself would first read all of the form. */
  intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    return new Promise((resolve, reject) => {
      const Receiver = FileInterceptor(FILE, {
        storage: this.storage(reject),
        limits: { files: 1, fields: 10 },
      });
      Promise.resolve(new Receiver().intercept(context, next)).then(resolve, reject);
    });
  }

  /** Where multer puts a file. */
  private storage(refuse: (error: unknown) => void): object {
    return {
      _handleFile: (_request: unknown, { stream, originalname }: IncomingFile, done: Stored): void => {
        const end = (error: unknown): void => {
          refuse(error);
          stream.resume();
          done(error);
        };
        if (!EXTENSIONS.includes(extname(originalname).toLowerCase())) {
          end(new Refusal('InvalidFieldValue', `The name of the file must end in ${EXTENSIONS.join(', ')}.`));
          return;
        }
        // Destroyed, it would be an error of its own.
        const content = stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
        this.uploads.keep(content).then((upload) => done(null, { upload }), end);
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

/** The file of the form. @throws Refusal `MissingField` */
export const FormFile = createParamDecorator((_: unknown, context: ExecutionContext): UploadedFile => {
  const { file } = context.switchToHttp().getRequest<Request & { readonly file?: StoredFile }>();
  if (file === undefined) throw new Refusal('MissingField', 'Choose a file with one JSON record per line.');
  // Browsers send UTF-8, which multer reads as Latin-1.
  return { upload: file.upload, name: Buffer.from(file.originalname, 'latin1').toString() };
});
