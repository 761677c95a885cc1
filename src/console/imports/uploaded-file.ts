import { rm } from 'node:fs/promises';
import { createParamDecorator, type ExecutionContext, type NestInterceptor, type Type } from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
import type { Request } from 'express';
import { Refusal } from '../../domain/errors.js';
import { storeUpload } from '../../operator/imports/imports.requests.js';
import type { UploadedFile } from '../../operator/imports/imports.service.js';

/** The name of the control in the form. */
export const FILE = 'file';

interface IncomingFile {
  readonly stream: AsyncIterable<Buffer>;
}

interface StoredFile {
  readonly path: string;
  readonly originalname: string;
}

type Stored = (error: unknown, file?: { readonly path: string }) => void;

/** Where multer puts a file: on the disk of this machine, as the operator's endpoint does. */
const STORAGE = {
  _handleFile: (_request: unknown, { stream }: IncomingFile, done: Stored): void => {
    storeUpload(stream).then(
      (path) => done(null, { path }),
      (error: unknown) => done(error),
    );
  },
  // The form was refused after its file was stored. A file that was not stored has no path.
  _removeFile: (_request: unknown, { path }: Partial<StoredFile>, done: (error: unknown) => void): void => {
    (path === undefined ? Promise.resolve() : rm(path, { force: true })).then(() => done(null), done);
  },
};

/** Receives the one file of a form. */
export const ReceivesFile: Type<NestInterceptor> = FileInterceptor(FILE, {
  storage: STORAGE,
  limits: { files: 1, fields: 10 },
});

/** The file of the form. @throws Refusal `MissingField` */
export const FormFile = createParamDecorator((_: unknown, context: ExecutionContext): UploadedFile => {
  const { file } = context.switchToHttp().getRequest<Request & { readonly file?: StoredFile }>();
  if (file === undefined) throw new Refusal('MissingField', 'Choose a file with one JSON record per line.');
  // Browsers send UTF-8, which multer reads as Latin-1.
  return { path: file.path, name: Buffer.from(file.originalname, 'latin1').toString() };
});
