.text
.globl call0
.type call0,@function
call0:
movl %edi, %eax
retq
.globl _mlir_ciface_call0
.type _mlir_ciface_call0,@function
_mlir_ciface_call0:
movl %edi, %eax
retq
.globl call1
.type call1,@function
call1:
movl %edi, %eax
retq
.globl _mlir_ciface_call1
.type _mlir_ciface_call1,@function
_mlir_ciface_call1:
movl %edi, %eax
retq
.globl call2
.type call2,@function
call2:
movl %edi, %eax
retq
.globl _mlir_ciface_call2
.type _mlir_ciface_call2,@function
_mlir_ciface_call2:
movl %edi, %eax
retq
.globl call3
.type call3,@function
call3:
movl %edi, %eax
retq
.globl _mlir_ciface_call3
.type _mlir_ciface_call3,@function
_mlir_ciface_call3:
movl %edi, %eax
retq
.globl call4
.type call4,@function
call4:
movq %rdi, %rax
retq
.globl _mlir_ciface_call4
.type _mlir_ciface_call4,@function
_mlir_ciface_call4:
movq %rdi, %rax
retq
.globl call5
.type call5,@function
call5:
movq %rdi, %rax
retq
.globl _mlir_ciface_call5
.type _mlir_ciface_call5,@function
_mlir_ciface_call5:
movq %rdi, %rax
retq
.globl call6
.type call6,@function
call6:
retq
.globl _mlir_ciface_call6
.type _mlir_ciface_call6,@function
_mlir_ciface_call6:
retq
.globl call7
.type call7,@function
call7:
retq
.globl _mlir_ciface_call7
.type _mlir_ciface_call7,@function
_mlir_ciface_call7:
retq
.globl call8
.type call8,@function
call8:
retq
.globl _mlir_ciface_call8
.type _mlir_ciface_call8,@function
_mlir_ciface_call8:
retq
.globl call9
.type call9,@function
call9:
retq
.globl _mlir_ciface_call9
.type _mlir_ciface_call9,@function
_mlir_ciface_call9:
retq
.globl call10
.type call10,@function
call10:
retq
.globl _mlir_ciface_call10
.type _mlir_ciface_call10,@function
_mlir_ciface_call10:
movss %xmm0, (%rdi)
movss %xmm1, 4(%rdi)
retq
.globl call11
.type call11,@function
call11:
retq
.globl _mlir_ciface_call11
.type _mlir_ciface_call11,@function
_mlir_ciface_call11:
movsd %xmm0, (%rdi)
movsd %xmm1, 8(%rdi)
retq
.globl call12
.type call12,@function
call12:
movq %rdx, %rcx
movq %rsi, %rdx
movq %rdi, %rax
retq
.globl _mlir_ciface_call12
.type _mlir_ciface_call12,@function
_mlir_ciface_call12:
movq %rsi, (%rdi)
movq %rdx, 8(%rdi)
movq %rcx, 16(%rdi)
retq
.globl call13
.type call13,@function
call13:
movl %esi, %edx
movl %edi, %eax
retq
.globl _mlir_ciface_call13
.type _mlir_ciface_call13,@function
_mlir_ciface_call13:
movl %esi, (%rdi)
movl %edx, 4(%rdi)
retq
.globl call14
.type call14,@function
call14:
retq
.globl _mlir_ciface_call14
.type _mlir_ciface_call14,@function
_mlir_ciface_call14:
movss %xmm0, (%rdi)
movss %xmm1, 4(%rdi)
retq
.globl call15
.type call15,@function
call15:
movl %edi, %eax
retq
.globl _mlir_ciface_call15
.type _mlir_ciface_call15,@function
_mlir_ciface_call15:
movss %xmm0, (%rdi)
movl %esi, 4(%rdi)
retq
.globl call16
.type call16,@function
call16:
movsd %xmm2, -8(%rsp)
fldl -8(%rsp)
retq
.globl _mlir_ciface_call16
.type _mlir_ciface_call16,@function
_mlir_ciface_call16:
movsd %xmm0, (%rdi)
movsd %xmm1, 8(%rdi)
movsd %xmm2, 16(%rdi)
retq
.globl call17
.type call17,@function
call17:
movsd %xmm3, -16(%rsp)
movsd %xmm2, -8(%rsp)
fldl -16(%rsp)
fldl -8(%rsp)
retq
.globl _mlir_ciface_call17
.type _mlir_ciface_call17,@function
_mlir_ciface_call17:
movsd %xmm0, (%rdi)
movsd %xmm1, 8(%rdi)
movsd %xmm2, 16(%rdi)
movsd %xmm3, 24(%rdi)
retq
.globl call18
.type call18,@function
call18:
movss %xmm3, -8(%rsp)
movss %xmm2, -4(%rsp)
flds -8(%rsp)
flds -4(%rsp)
retq
.globl _mlir_ciface_call18
.type _mlir_ciface_call18,@function
_mlir_ciface_call18:
movss %xmm0, (%rdi)
movss %xmm1, 4(%rdi)
movss %xmm2, 8(%rdi)
movss %xmm3, 12(%rdi)
retq
.globl call19
.type call19,@function
call19:
movq %rdi, %rax
movsd %xmm4, 32(%rdi)
movsd %xmm3, 24(%rdi)
movsd %xmm2, 16(%rdi)
movsd %xmm1, 8(%rdi)
movsd %xmm0, (%rdi)
retq
.globl _mlir_ciface_call19
.type _mlir_ciface_call19,@function
_mlir_ciface_call19:
movsd %xmm0, (%rdi)
movsd %xmm1, 8(%rdi)
movsd %xmm2, 16(%rdi)
movsd %xmm3, 24(%rdi)
movsd %xmm4, 32(%rdi)
retq
.globl call20
.type call20,@function
call20:
retq
.globl _mlir_ciface_call20
.type _mlir_ciface_call20,@function
_mlir_ciface_call20:
pextrw $0, %xmm0, %eax
movw %ax, (%rdi)
pextrw $0, %xmm1, %eax
movw %ax, 2(%rdi)
pextrw $0, %xmm2, %eax
movw %ax, 4(%rdi)
retq
.globl call21
.type call21,@function
call21:
retq
.globl _mlir_ciface_call21
.type _mlir_ciface_call21,@function
_mlir_ciface_call21:
pextrw $0, %xmm0, %eax
movw %ax, (%rdi)
pextrw $0, %xmm1, %eax
movw %ax, 2(%rdi)
pextrw $0, %xmm2, %eax
movw %ax, 4(%rdi)
retq
.globl call22
.type call22,@function
call22:
pextrw $0, %xmm3, %ecx
movq %rdi, %rax
movw %cx, 6(%rdi)
pextrw $0, %xmm2, %ecx
movw %cx, 4(%rdi)
pextrw $0, %xmm1, %ecx
movw %cx, 2(%rdi)
pextrw $0, %xmm0, %ecx
movw %cx, (%rdi)
retq
.globl _mlir_ciface_call22
.type _mlir_ciface_call22,@function
_mlir_ciface_call22:
pextrw $0, %xmm0, %eax
pextrw $0, %xmm1, %ecx
movw %ax, (%rdi)
movw %cx, 2(%rdi)
pextrw $0, %xmm2, %eax
movw %ax, 4(%rdi)
pextrw $0, %xmm3, %eax
movw %ax, 6(%rdi)
retq
.globl call23
.type call23,@function
call23:
movq %rdi, %rax
movq %r8, 24(%rdi)
movq %rcx, 16(%rdi)
movq %rdx, 8(%rdi)
movq %rsi, (%rdi)
retq
.globl _mlir_ciface_call23
.type _mlir_ciface_call23,@function
_mlir_ciface_call23:
movq %rsi, (%rdi)
movq %rdx, 8(%rdi)
movq %rcx, 16(%rdi)
movq %r8, 24(%rdi)
retq
.globl call24
.type call24,@function
call24:
movss %xmm2, -4(%rsp)
flds -4(%rsp)
retq
.globl _mlir_ciface_call24
.type _mlir_ciface_call24,@function
_mlir_ciface_call24:
pextrw $0, %xmm0, %eax
movw %ax, (%rdi)
pextrw $0, %xmm1, %eax
movw %ax, 2(%rdi)
movss %xmm2, 4(%rdi)
retq
.globl call25
.type call25,@function
call25:
movss %xmm2, -4(%rsp)
flds -4(%rsp)
movaps %xmm3, %xmm2
retq
.globl _mlir_ciface_call25
.type _mlir_ciface_call25,@function
_mlir_ciface_call25:
movss %xmm2, 16(%rdi)
movsd %xmm1, 8(%rdi)
movss %xmm0, (%rdi)
pextrw $0, %xmm3, %eax
movw %ax, 20(%rdi)
retq
.globl call26
.type call26,@function
call26:
movl %edx, %ecx
movl %esi, %edx
movl %edi, %eax
retq
.globl _mlir_ciface_call26
.type _mlir_ciface_call26,@function
_mlir_ciface_call26:
movb %sil, (%rdi)
andl $1, %edx
movb %dl, 1(%rdi)
movw %cx, 2(%rdi)
retq
.globl call27
.type call27,@function
call27:
movl %esi, %edx
movl %edi, %eax
retq
.globl _mlir_ciface_call27
.type _mlir_ciface_call27,@function
_mlir_ciface_call27:
andl $1, %esi
movb %sil, (%rdi)
andl $1, %edx
movb %dl, 1(%rdi)
retq
.globl call28
.type call28,@function
call28:
movl %edi, %eax
retq
.globl _mlir_ciface_call28
.type _mlir_ciface_call28,@function
_mlir_ciface_call28:
movss %xmm1, 4(%rdi)
movss %xmm0, (%rdi)
movb %sil, 8(%rdi)
retq
.globl call29
.type call29,@function
call29:
movsd %xmm3, -16(%rsp)
movsd %xmm2, -8(%rsp)
fldl -16(%rsp)
fldl -8(%rsp)
retq
.globl _mlir_ciface_call29
.type _mlir_ciface_call29,@function
_mlir_ciface_call29:
movsd %xmm0, (%rdi)
movsd %xmm1, 8(%rdi)
movsd %xmm2, 16(%rdi)
movsd %xmm3, 24(%rdi)
retq
.globl call30
.type call30,@function
call30:
movq %rdi, %rax
movsd %xmm5, 40(%rdi)
movsd %xmm4, 32(%rdi)
movsd %xmm3, 24(%rdi)
movsd %xmm2, 16(%rdi)
movsd %xmm1, 8(%rdi)
movsd %xmm0, (%rdi)
retq
.globl _mlir_ciface_call30
.type _mlir_ciface_call30,@function
_mlir_ciface_call30:
movsd %xmm0, (%rdi)
movsd %xmm1, 8(%rdi)
movsd %xmm2, 16(%rdi)
movsd %xmm3, 24(%rdi)
movsd %xmm4, 32(%rdi)
movsd %xmm5, 40(%rdi)
retq
.globl call31
.type call31,@function
call31:
movl %esi, %edx
movl %edi, %eax
movsd %xmm3, -16(%rsp)
movsd %xmm2, -8(%rsp)
fldl -16(%rsp)
fldl -8(%rsp)
movaps %xmm4, %xmm2
retq
.globl _mlir_ciface_call31
.type _mlir_ciface_call31,@function
_mlir_ciface_call31:
movsd %xmm3, 24(%rdi)
movsd %xmm2, 16(%rdi)
movss %xmm1, 8(%rdi)
movss %xmm0, 4(%rdi)
movb %sil, (%rdi)
andl $1, %edx
movb %dl, 12(%rdi)
pextrw $0, %xmm4, %eax
movw %ax, 32(%rdi)
retq
.globl call32
.type call32,@function
call32:
movq %rdi, %rax
movq 8(%rsp), %rdi
movq %rdi, 40(%rax)
movq %r9, 32(%rax)
movq %r8, 24(%rax)
movq %rcx, 16(%rax)
movq %rdx, 8(%rax)
movq %rsi, (%rax)
retq
.globl _mlir_ciface_call32
.type _mlir_ciface_call32,@function
_mlir_ciface_call32:
movq 32(%rdx), %rax
movups (%rdx), %xmm0
movups 16(%rdx), %xmm1
movq %rsi, (%rdi)
movups %xmm0, 8(%rdi)
movups %xmm1, 24(%rdi)
movq %rax, 40(%rdi)
retq
.globl call33
.type call33,@function
call33:
movq %rdx, %rcx
movq %rsi, %rdx
movq %rdi, %rax
retq
.globl _mlir_ciface_call33
.type _mlir_ciface_call33,@function
_mlir_ciface_call33:
movq 16(%rsi), %rax
movups (%rsi), %xmm0
movups %xmm0, (%rdi)
movq %rax, 16(%rdi)
retq
.globl call34
.type call34,@function
call34:
movq 24(%rsp), %rax
movq %rdi, %rdx
retq
.globl _mlir_ciface_call34
.type _mlir_ciface_call34,@function
_mlir_ciface_call34:
movq 32(%rsp), %rax
movq %rax, (%rdi)
movq %rsi, 8(%rdi)
retq
.globl call35
.type call35,@function
call35:
movaps %xmm0, %xmm1
movsd 24(%rsp), %xmm0
retq
.globl _mlir_ciface_call35
.type _mlir_ciface_call35,@function
_mlir_ciface_call35:
movsd 24(%rsp), %xmm1
movsd %xmm1, (%rdi)
movsd %xmm0, 8(%rdi)
retq
.globl call36
.type call36,@function
call36:
movzbl 80(%rsp), %eax
movss 72(%rsp), %xmm0
retq
.globl _mlir_ciface_call36
.type _mlir_ciface_call36,@function
_mlir_ciface_call36:
movzbl 88(%rsp), %eax
movss 80(%rsp), %xmm0
movss %xmm0, 4(%rdi)
movb %al, (%rdi)
retq
.globl call37
.type call37,@function
call37:
pinsrw $0, 16(%rsp), %xmm0
pinsrw $0, 8(%rsp), %xmm1
retq
.globl _mlir_ciface_call37
.type _mlir_ciface_call37,@function
_mlir_ciface_call37:
pinsrw $0, 8(%rsp), %xmm0
pinsrw $0, 16(%rsp), %xmm1
pextrw $0, %xmm1, %eax
movw %ax, (%rdi)
pextrw $0, %xmm0, %eax
movw %ax, 2(%rdi)
retq
.globl call38
.type call38,@function
call38:
movss 24(%rsp), %xmm0
movss 32(%rsp), %xmm1
retq
.globl _mlir_ciface_call38
.type _mlir_ciface_call38,@function
_mlir_ciface_call38:
movss 32(%rsp), %xmm0
movss 24(%rsp), %xmm1
movss %xmm1, (%rdi)
movss %xmm0, 4(%rdi)
retq
.globl call39
.type call39,@function
call39:
movq %rdi, %rax
movups 80(%rsp), %xmm0
movups 96(%rsp), %xmm1
movups 112(%rsp), %xmm2
movq 128(%rsp), %rcx
movq %rcx, 48(%rdi)
movups %xmm2, 32(%rdi)
movups %xmm1, 16(%rdi)
movups %xmm0, (%rdi)
retq
.globl _mlir_ciface_call39
.type _mlir_ciface_call39,@function
_mlir_ciface_call39:
movq 48(%rcx), %rax
movups (%rcx), %xmm0
movups 16(%rcx), %xmm1
movups 32(%rcx), %xmm2
movups %xmm0, (%rdi)
movups %xmm1, 16(%rdi)
movups %xmm2, 32(%rdi)
movq %rax, 48(%rdi)
retq
.globl call40
.type call40,@function
call40:
retq
.globl _mlir_ciface_call40
.type _mlir_ciface_call40,@function
_mlir_ciface_call40:
retq
.globl call41
.type call41,@function
call41:
retq
.globl _mlir_ciface_call41
.type _mlir_ciface_call41,@function
_mlir_ciface_call41:
retq
.globl call42
.type call42,@function
call42:
movl %r8d, %edx
movl %ecx, %eax
retq
.globl _mlir_ciface_call42
.type _mlir_ciface_call42,@function
_mlir_ciface_call42:
movw %cx, 2(%rdi)
movb %dl, (%rdi)
retq
.globl call43
.type call43,@function
call43:
movl %edi, %eax
retq
.globl _mlir_ciface_call43
.type _mlir_ciface_call43,@function
_mlir_ciface_call43:
movl %edi, %eax
retq
.globl call44
.type call44,@function
call44:
movl %esi, %eax
movl %edi, %edx
retq
.globl _mlir_ciface_call44
.type _mlir_ciface_call44,@function
_mlir_ciface_call44:
andl $1, %edx
movb %dl, (%rdi)
andl $1, %esi
movb %sil, 1(%rdi)
andl $1, %r8d
movb %r8b, 2(%rdi)
retq
.globl call45
.type call45,@function
call45:
movl %edx, %eax
movq %rdi, %rdx
retq
.globl _mlir_ciface_call45
.type _mlir_ciface_call45,@function
_mlir_ciface_call45:
movq %rsi, 8(%rdi)
movl %ecx, (%rdi)
retq
.globl call46
.type call46,@function
call46:
movq %rdi, %rax
movaps %xmm3, %xmm0
movq %rdi, %rdx
retq
.globl _mlir_ciface_call46
.type _mlir_ciface_call46,@function
_mlir_ciface_call46:
movq %rsi, 16(%rdi)
movq %rsi, (%rdi)
pextrw $0, %xmm3, %eax
movw %ax, 8(%rdi)
retq
.globl call47
.type call47,@function
call47:
movaps %xmm2, %xmm0
movzwl 56(%rsp), %eax
retq
.globl _mlir_ciface_call47
.type _mlir_ciface_call47,@function
_mlir_ciface_call47:
movsd %xmm2, 8(%rdi)
movw %cx, (%rdi)
retq
.globl call48
.type call48,@function
call48:
movq %rdi, %rax
movq 16(%rsp), %rcx
movaps 24(%rsp), %xmm2
movaps 40(%rsp), %xmm3
movzwl 64(%rsp), %edx
movzbl 56(%rsp), %esi
movb %sil, 50(%rdi)
movw %dx, 48(%rdi)
movups %xmm3, 32(%rdi)
movups %xmm2, 16(%rdi)
movq %rcx, 8(%rdi)
movss %xmm1, 4(%rdi)
movss %xmm0, (%rdi)
retq
.globl _mlir_ciface_call48
.type _mlir_ciface_call48,@function
_mlir_ciface_call48:
movq (%rcx), %rax
movups 8(%rcx), %xmm2
movups 24(%rcx), %xmm3
movb %r8b, 50(%rdi)
movw %r9w, 48(%rdi)
movups %xmm3, 32(%rdi)
movups %xmm2, 16(%rdi)
movss %xmm1, 4(%rdi)
movss %xmm0, (%rdi)
movq %rax, 8(%rdi)
retq
.globl call49
.type call49,@function
call49:
movl %r8d, %eax
movaps %xmm1, %xmm0
movaps %xmm2, %xmm1
movl %ecx, %edx
retq
.globl _mlir_ciface_call49
.type _mlir_ciface_call49,@function
_mlir_ciface_call49:
movsd %xmm2, 16(%rdi)
movsd %xmm1, 8(%rdi)
movb %r8b, 24(%rdi)
andl $1, %r9d
movb %r9b, (%rdi)
retq
.globl call50
.type call50,@function
call50:
movq %rsi, %rdx
movl %edi, %eax
movaps %xmm0, %xmm1
movaps %xmm0, %xmm2
retq
.globl _mlir_ciface_call50
.type _mlir_ciface_call50,@function
_mlir_ciface_call50:
movq %rdx, 8(%rdi)
movb %r8b, 18(%rdi)
andl $1, %esi
pextrw $0, %xmm0, %eax
movb %sil, (%rdi)
movw %ax, 20(%rdi)
movw %ax, 16(%rdi)
movw %ax, 2(%rdi)
retq
.globl call51
.type call51,@function
call51:
movq 8(%rsp), %rax
movq %rax, %rdx
retq
.globl _mlir_ciface_call51
.type _mlir_ciface_call51,@function
_mlir_ciface_call51:
movq %rcx, (%rdi)
movq %rcx, 8(%rdi)
retq
.globl call52
.type call52,@function
call52:
movq %rdi, %rax
movq 8(%rsp), %rdi
movss %xmm0, 48(%rax)
movq %rdi, 40(%rax)
movq %r9, 32(%rax)
movq %r8, 24(%rax)
movq %rcx, 16(%rax)
movq %rdx, 8(%rax)
andl $1, %esi
movb %sil, (%rax)
retq
.globl _mlir_ciface_call52
.type _mlir_ciface_call52,@function
_mlir_ciface_call52:
movq (%rdx), %rax
movups 8(%rdx), %xmm1
movups 24(%rdx), %xmm2
movss %xmm0, 48(%rdi)
movups %xmm2, 32(%rdi)
movups %xmm1, 16(%rdi)
movq %rax, 8(%rdi)
andl $1, %esi
movb %sil, (%rdi)
retq
.globl call53
.type call53,@function
call53:
movq %rdi, %rax
movups 16(%rsp), %xmm0
movq %rsi, 48(%rdi)
movss %xmm6, 44(%rdi)
movss %xmm5, 40(%rdi)
movss %xmm6, 36(%rdi)
movss %xmm5, 32(%rdi)
movss %xmm6, 28(%rdi)
movss %xmm5, 24(%rdi)
movss %xmm6, 20(%rdi)
movss %xmm5, 16(%rdi)
movups %xmm0, (%rdi)
retq
.globl _mlir_ciface_call53
.type _mlir_ciface_call53,@function
_mlir_ciface_call53:
movups 16(%rsp), %xmm0
movups %xmm0, (%rdi)
movss %xmm5, 16(%rdi)
movss %xmm6, 20(%rdi)
movss %xmm5, 24(%rdi)
movss %xmm6, 28(%rdi)
movss %xmm5, 32(%rdi)
movss %xmm6, 36(%rdi)
movss %xmm5, 40(%rdi)
movss %xmm6, 44(%rdi)
movq %rsi, 48(%rdi)
retq
.globl call54
.type call54,@function
call54:
movq %rdi, %rax
movq 8(%rsp), %rdx
movups 16(%rsp), %xmm0
movq 32(%rsp), %rdi
movb %sil, 58(%rax)
movb %sil, 57(%rax)
movb %sil, 56(%rax)
movq %rdi, 48(%rax)
movups %xmm0, 32(%rax)
movq %rdx, 24(%rax)
movq %r9, 16(%rax)
movq %r8, 8(%rax)
movq %rcx, (%rax)
retq
.globl _mlir_ciface_call54
.type _mlir_ciface_call54,@function
_mlir_ciface_call54:
movups (%rcx), %xmm0
movups 16(%rcx), %xmm1
movups 32(%rcx), %xmm2
movq 48(%rcx), %rax
movb %sil, 58(%rdi)
movb %sil, 57(%rdi)
movb %sil, 56(%rdi)
movq %rax, 48(%rdi)
movups %xmm2, 32(%rdi)
movups %xmm1, 16(%rdi)
movups %xmm0, (%rdi)
retq
.globl call55
.type call55,@function
call55:
movaps %xmm2, %xmm0
movl %r8d, %eax
movl %r8d, %edx
retq
.globl _mlir_ciface_call55
.type _mlir_ciface_call55,@function
_mlir_ciface_call55:
movl %r9d, 4(%rdi)
movl %r9d, (%rdi)
pextrw $0, %xmm2, %eax
movw %ax, 8(%rdi)
retq
.globl call56
.type call56,@function
call56:
movq %rdi, %rax
movq 64(%rsp), %rdi
movaps 72(%rsp), %xmm0
movaps 88(%rsp), %xmm3
movq 208(%rsp), %r10
movq %r9, 88(%rax)
movq %r8, 80(%rax)
movq %rcx, 72(%rax)
movq %rdx, 64(%rax)
movq %rsi, 56(%rax)
movss %xmm2, 52(%rax)
movss %xmm1, 48(%rax)
movq %r10, 40(%rax)
movups %xmm3, 24(%rax)
movups %xmm0, 8(%rax)
movq %rdi, (%rax)
retq
.globl _mlir_ciface_call56
.type _mlir_ciface_call56,@function
_mlir_ciface_call56:
movq 32(%rsp), %rax
movq 32(%rsi), %rdx
movq 32(%rcx), %r8
movups (%rcx), %xmm0
movups 16(%rcx), %xmm3
movups (%rsi), %xmm4
movups 16(%rsi), %xmm5
movups %xmm0, (%rdi)
movups %xmm3, 16(%rdi)
movq %r8, 32(%rdi)
movq %rax, 40(%rdi)
movss %xmm1, 48(%rdi)
movss %xmm2, 52(%rdi)
movups %xmm4, 56(%rdi)
movups %xmm5, 72(%rdi)
movq %rdx, 88(%rdi)
retq
.globl call57
.type call57,@function
call57:
movaps %xmm3, %xmm1
movaps %xmm2, %xmm0
movl %edi, %eax
movss %xmm4, -4(%rsp)
flds -4(%rsp)
movl %eax, %edx
retq
.globl _mlir_ciface_call57
.type _mlir_ciface_call57,@function
_mlir_ciface_call57:
movss %xmm4, 28(%rdi)
movsd %xmm3, 16(%rdi)
movsd %xmm2, 8(%rdi)
movb %sil, 24(%rdi)
movb %sil, (%rdi)
retq
.globl call58
.type call58,@function
call58:
movl %r8d, %eax
movaps %xmm5, %xmm1
movaps %xmm4, %xmm0
movl %ecx, %edx
retq
.globl _mlir_ciface_call58
.type _mlir_ciface_call58,@function
_mlir_ciface_call58:
movl %r8d, 24(%rdi)
movsd %xmm5, 16(%rdi)
movsd %xmm4, 8(%rdi)
movl %r9d, (%rdi)
retq
.globl call59
.type call59,@function
call59:
movq %rdi, %rax
movq %rsi, 40(%rdi)
movq %rsi, 32(%rdi)
movq %rsi, 24(%rdi)
movq %rsi, 16(%rdi)
movq %rsi, 8(%rdi)
movq %rsi, (%rdi)
retq
.globl _mlir_ciface_call59
.type _mlir_ciface_call59,@function
_mlir_ciface_call59:
movq %rsi, %xmm0
pshufd $68, %xmm0, %xmm0
movdqu %xmm0, 32(%rdi)
movdqu %xmm0, 16(%rdi)
movdqu %xmm0, (%rdi)
retq
.globl call60
.type call60,@function
call60:
movq %rdi, %rax
movq %r9, 80(%rdi)
movq %r8, 72(%rdi)
movq %rcx, 64(%rdi)
movq %rdx, 56(%rdi)
pextrw $0, %xmm0, %edi
movq %rsi, 48(%rax)
movw %di, 40(%rax)
movq %r9, 32(%rax)
movq %r8, 24(%rax)
movq %rcx, 16(%rax)
movq %rdx, 8(%rax)
movq %rsi, (%rax)
retq
.globl _mlir_ciface_call60
.type _mlir_ciface_call60,@function
_mlir_ciface_call60:
movq (%rsi), %rax
movq 8(%rsi), %rcx
movq 16(%rsi), %rdx
movq 24(%rsi), %r8
movq 32(%rsi), %rsi
movq %rsi, 80(%rdi)
movq %r8, 72(%rdi)
movq %rdx, 64(%rdi)
movq %rcx, 56(%rdi)
movq %rax, 48(%rdi)
movq %rsi, 32(%rdi)
movq %r8, 24(%rdi)
movq %rdx, 16(%rdi)
movq %rcx, 8(%rdi)
movq %rax, (%rdi)
pextrw $0, %xmm0, %eax
movw %ax, 40(%rdi)
retq
.globl call61
.type call61,@function
call61:
movl %ecx, %eax
movaps %xmm1, %xmm0
movss %xmm6, -8(%rsp)
movss %xmm5, -4(%rsp)
flds -8(%rsp)
flds -4(%rsp)
movaps %xmm2, %xmm1
retq
.globl _mlir_ciface_call61
.type _mlir_ciface_call61,@function
_mlir_ciface_call61:
movss %xmm6, 16(%rdi)
movss %xmm5, 12(%rdi)
movss %xmm2, 8(%rdi)
movss %xmm1, 4(%rdi)
movb %r8b, (%rdi)
retq
.globl call62
.type call62,@function
call62:
movsd %xmm1, -16(%rsp)
movsd %xmm0, -8(%rsp)
fldl -16(%rsp)
fldl -8(%rsp)
movaps %xmm5, %xmm0
movaps %xmm6, %xmm1
retq
.globl _mlir_ciface_call62
.type _mlir_ciface_call62,@function
_mlir_ciface_call62:
movsd %xmm5, (%rdi)
movsd %xmm6, 8(%rdi)
movsd %xmm0, 16(%rdi)
movsd %xmm1, 24(%rdi)
retq
.globl call63
.type call63,@function
call63:
movq %rdi, %rax
movq 8(%rsp), %rdx
movq 16(%rsp), %rsi
movq 24(%rsp), %rdi
movq 32(%rsp), %r10
movq %r10, 104(%rax)
movq %rdi, 96(%rax)
movq %rsi, 88(%rax)
movq %rdx, 80(%rax)
movq %r9, 72(%rax)
movq %r8, 64(%rax)
movq %rcx, 56(%rax)
movq %r10, 48(%rax)
movq %rdi, 40(%rax)
movq %rsi, 32(%rax)
movq %rdx, 24(%rax)
movq %r9, 16(%rax)
movq %r8, 8(%rax)
movq %rcx, (%rax)
retq
.globl _mlir_ciface_call63
.type _mlir_ciface_call63,@function
_mlir_ciface_call63:
movq (%rcx), %rax
movq 8(%rcx), %rdx
movq 16(%rcx), %rsi
movq 24(%rcx), %r8
movq 32(%rcx), %r9
movq 40(%rcx), %r10
movq 48(%rcx), %rcx
movq %rax, (%rdi)
movq %rdx, 8(%rdi)
movq %rsi, 16(%rdi)
movq %r8, 24(%rdi)
movq %r9, 32(%rdi)
movq %r10, 40(%rdi)
movq %rcx, 48(%rdi)
movq %rax, 56(%rdi)
movq %rdx, 64(%rdi)
movq %rsi, 72(%rdi)
movq %r8, 80(%rdi)
movq %r9, 88(%rdi)
movq %r10, 96(%rdi)
movq %rcx, 104(%rdi)
retq
.globl call64
.type call64,@function
call64:
movl %r8d, %eax
movaps %xmm1, %xmm0
retq
.globl _mlir_ciface_call64
.type _mlir_ciface_call64,@function
_mlir_ciface_call64:
movss %xmm1, 4(%rdi)
andl $1, %r9d
movb %r9b, (%rdi)
retq
.globl call65
.type call65,@function
call65:
movl %edx, %eax
retq
.globl _mlir_ciface_call65
.type _mlir_ciface_call65,@function
_mlir_ciface_call65:
movl %ecx, (%rdi)
movl %ecx, 4(%rdi)
movq %r8, 8(%rdi)
retq
.globl call66
.type call66,@function
call66:
movq %rdi, %rax
movsd %xmm1, 56(%rdi)
movsd %xmm0, 48(%rdi)
movsd %xmm1, 40(%rdi)
movsd %xmm0, 32(%rdi)
movsd %xmm1, 24(%rdi)
movsd %xmm0, 16(%rdi)
movsd %xmm1, 8(%rdi)
movsd %xmm0, (%rdi)
retq
.globl _mlir_ciface_call66
.type _mlir_ciface_call66,@function
_mlir_ciface_call66:
movsd %xmm0, (%rdi)
movsd %xmm1, 8(%rdi)
movsd %xmm0, 16(%rdi)
movsd %xmm1, 24(%rdi)
movsd %xmm0, 32(%rdi)
movsd %xmm1, 40(%rdi)
movsd %xmm0, 48(%rdi)
movsd %xmm1, 56(%rdi)
retq
.globl call67
.type call67,@function
call67:
movaps %xmm0, %xmm1
retq
.globl _mlir_ciface_call67
.type _mlir_ciface_call67,@function
_mlir_ciface_call67:
pextrw $0, %xmm0, %eax
movw %ax, (%rdi)
movw %ax, 2(%rdi)
retq
.globl call68
.type call68,@function
call68:
movaps %xmm3, %xmm0
movl %esi, %edx
movl %edi, %eax
retq
.globl _mlir_ciface_call68
.type _mlir_ciface_call68,@function
_mlir_ciface_call68:
movl %esi, (%rdi)
movb %dl, 4(%rdi)
pextrw $0, %xmm3, %eax
movw %ax, 6(%rdi)
retq
.globl call69
.type call69,@function
call69:
movq %rdi, %rax
movss 8(%rsp), %xmm0
movsd %xmm6, 64(%rdi)
movsd %xmm5, 56(%rdi)
movss %xmm2, 48(%rdi)
movsd %xmm6, 40(%rdi)
movsd %xmm5, 32(%rdi)
movss %xmm0, 24(%rdi)
movsd %xmm1, 16(%rdi)
movsd %xmm6, 8(%rdi)
movsd %xmm5, (%rdi)
retq
.globl _mlir_ciface_call69
.type _mlir_ciface_call69,@function
_mlir_ciface_call69:
movss 8(%rsp), %xmm0
movsd %xmm6, 64(%rdi)
movsd %xmm5, 56(%rdi)
movss %xmm2, 48(%rdi)
movsd %xmm6, 40(%rdi)
movsd %xmm5, 32(%rdi)
movss %xmm0, 24(%rdi)
movsd %xmm1, 16(%rdi)
movsd %xmm6, 8(%rdi)
movsd %xmm5, (%rdi)
retq
.globl call70
.type call70,@function
call70:
movl %esi, %eax
movaps %xmm0, %xmm2
movaps %xmm1, %xmm0
movaps %xmm2, %xmm1
movl %edi, %edx
movl %eax, %ecx
retq
.globl _mlir_ciface_call70
.type _mlir_ciface_call70,@function
_mlir_ciface_call70:
movb %dl, 8(%rdi)
movw %si, 6(%rdi)
movb %dl, (%rdi)
pextrw $0, %xmm0, %eax
movw %ax, 4(%rdi)
pextrw $0, %xmm1, %eax
movw %ax, 2(%rdi)
retq
.globl call71
.type call71,@function
call71:
movq %rdi, %rax
movq 64(%rsp), %rcx
movaps 72(%rsp), %xmm0
pextrw $0, %xmm4, %esi
movw %si, 64(%rdi)
movq %r8, 56(%rdi)
movq %rdx, 48(%rdi)
movsd %xmm2, 40(%rdi)
movsd %xmm1, 32(%rdi)
movups %xmm0, 16(%rdi)
movq %rcx, 8(%rdi)
movq %rdx, (%rdi)
retq
.globl _mlir_ciface_call71
.type _mlir_ciface_call71,@function
_mlir_ciface_call71:
movq 16(%rsp), %rax
movq (%rax), %rcx
movups 8(%rax), %xmm0
movq %r8, 56(%rdi)
movq %rdx, 48(%rdi)
movsd %xmm2, 40(%rdi)
movsd %xmm1, 32(%rdi)
movups %xmm0, 16(%rdi)
movq %rcx, 8(%rdi)
movq %rdx, (%rdi)
pextrw $0, %xmm4, %eax
movw %ax, 64(%rdi)
retq
.globl call72
.type call72,@function
call72:
movq %rdi, %rax
movsd %xmm6, 24(%rdi)
movsd %xmm5, 16(%rdi)
movss %xmm4, 12(%rdi)
movss %xmm3, 8(%rdi)
movw %si, 6(%rdi)
pextrw $0, %xmm0, %ecx
movw %cx, 4(%rdi)
andl $1, %edx
movb %dl, 2(%rdi)
movw %si, (%rdi)
retq
.globl _mlir_ciface_call72
.type _mlir_ciface_call72,@function
_mlir_ciface_call72:
movsd %xmm6, 24(%rdi)
movsd %xmm5, 16(%rdi)
movss %xmm4, 12(%rdi)
movss %xmm3, 8(%rdi)
movw %si, 6(%rdi)
movw %si, (%rdi)
andl $1, %edx
movb %dl, 2(%rdi)
pextrw $0, %xmm0, %eax
movw %ax, 4(%rdi)
retq
.globl call73
.type call73,@function
call73:
movl %r8d, %ecx
movl %edx, %eax
movq 8(%rsp), %rdx
retq
.globl _mlir_ciface_call73
.type _mlir_ciface_call73,@function
_mlir_ciface_call73:
movq 16(%rsp), %rax
movq %rax, 8(%rdi)
movl %ecx, (%rdi)
movb %r9b, 16(%rdi)
retq
.globl call74
.type call74,@function
call74:
retq
.globl _mlir_ciface_call74
.type _mlir_ciface_call74,@function
_mlir_ciface_call74:
movss %xmm0, (%rdi)
movss %xmm1, 4(%rdi)
retq
.globl call75
.type call75,@function
call75:
movl %edi, %eax
retq
.globl _mlir_ciface_call75
.type _mlir_ciface_call75,@function
_mlir_ciface_call75:
movsd %xmm0, 8(%rdi)
movl %esi, (%rdi)
retq
.globl call76
.type call76,@function
call76:
movq %rdi, %rax
movq 8(%rsp), %rdi
movq %r9, 40(%rax)
movq %r8, 32(%rax)
movq %rcx, 24(%rax)
movq %rdx, 16(%rax)
movq %rsi, 8(%rax)
movq %rdi, (%rax)
retq
.globl _mlir_ciface_call76
.type _mlir_ciface_call76,@function
_mlir_ciface_call76:
movq 32(%rsi), %rax
movups (%rsi), %xmm0
movups 16(%rsi), %xmm1
movq %rdx, (%rdi)
movups %xmm0, 8(%rdi)
movups %xmm1, 24(%rdi)
movq %rax, 40(%rdi)
retq
.globl call77
.type call77,@function
call77:
movaps %xmm0, %xmm1
movsd %xmm2, -8(%rsp)
fldl -8(%rsp)
movaps %xmm2, %xmm0
retq
.globl _mlir_ciface_call77
.type _mlir_ciface_call77,@function
_mlir_ciface_call77:
movsd %xmm2, (%rdi)
movsd %xmm0, 8(%rdi)
movsd %xmm2, 16(%rdi)
retq
.globl call78
.type call78,@function
call78:
pextrw $0, %xmm0, %ecx
movq %rdi, %rax
movw %cx, 10(%rdi)
movw %cx, 8(%rdi)
movw %cx, 6(%rdi)
movw %cx, 4(%rdi)
movw %cx, 2(%rdi)
movw %cx, (%rdi)
retq
.globl _mlir_ciface_call78
.type _mlir_ciface_call78,@function
_mlir_ciface_call78:
pextrw $0, %xmm0, %eax
movw %ax, (%rdi)
movw %ax, 2(%rdi)
movw %ax, 4(%rdi)
movw %ax, 6(%rdi)
movw %ax, 8(%rdi)
movw %ax, 10(%rdi)
retq
.globl call79
.type call79,@function
call79:
movq %rdx, %rax
movl %esi, %edx
retq
.globl _mlir_ciface_call79
.type _mlir_ciface_call79,@function
_mlir_ciface_call79:
movl %edx, 8(%rdi)
movq %rcx, (%rdi)
retq
.globl call80
.type call80,@function
call80:
movaps %xmm7, %xmm2
movzbl 8(%rsp), %eax
retq
.globl _mlir_ciface_call80
.type _mlir_ciface_call80,@function
_mlir_ciface_call80:
movzbl 16(%rsp), %eax
movss %xmm1, 8(%rdi)
movss %xmm0, 4(%rdi)
movb %al, (%rdi)
pextrw $0, %xmm7, %eax
movw %ax, 12(%rdi)
retq
.globl call81
.type call81,@function
call81:
pushq %rbx
movq %rdi, %rax
movzbl 48(%rsp), %edx
movq 16(%rsp), %rdi
movq 24(%rsp), %r10
movq 32(%rsp), %r11
movq 40(%rsp), %rbx
movq %rbx, 120(%rax)
movq %r11, 112(%rax)
movq %r10, 104(%rax)
movq %rdi, 96(%rax)
movq %r9, 88(%rax)
movq %r8, 80(%rax)
movq %rcx, 72(%rax)
andb $1, %dl
movb %dl, 64(%rax)
movq %rsi, 56(%rax)
movq %rbx, 48(%rax)
movq %r11, 40(%rax)
movq %r10, 32(%rax)
movq %rdi, 24(%rax)
movq %r9, 16(%rax)
movq %r8, 8(%rax)
movq %rcx, (%rax)
popq %rbx
retq
.globl _mlir_ciface_call81
.type _mlir_ciface_call81,@function
_mlir_ciface_call81:
pushq %rbx
movq (%rcx), %rax
movq 8(%rcx), %rdx
movq 16(%rcx), %r9
movq 24(%rcx), %r10
movq 32(%rcx), %r11
movq 40(%rcx), %rbx
movq 48(%rcx), %rcx
movq %rcx, 120(%rdi)
movq %rbx, 112(%rdi)
movq %r11, 104(%rdi)
movq %r10, 96(%rdi)
movq %r9, 88(%rdi)
movq %rdx, 80(%rdi)
movq %rax, 72(%rdi)
movq %rsi, 56(%rdi)
movq %rcx, 48(%rdi)
movq %rbx, 40(%rdi)
movq %r11, 32(%rdi)
movq %r10, 24(%rdi)
movq %r9, 16(%rdi)
movq %rdx, 8(%rdi)
movq %rax, (%rdi)
andl $1, %r8d
movb %r8b, 64(%rdi)
popq %rbx
retq
.globl call82
.type call82,@function
call82:
movq %rdi, %rax
movss %xmm1, 36(%rdi)
movss %xmm0, 32(%rdi)
movss %xmm1, 28(%rdi)
movss %xmm0, 24(%rdi)
movss %xmm1, 20(%rdi)
movss %xmm0, 16(%rdi)
movss %xmm1, 12(%rdi)
movss %xmm0, 8(%rdi)
movss %xmm1, 4(%rdi)
movss %xmm0, (%rdi)
retq
.globl _mlir_ciface_call82
.type _mlir_ciface_call82,@function
_mlir_ciface_call82:
movss %xmm0, (%rdi)
movss %xmm1, 4(%rdi)
movss %xmm0, 8(%rdi)
movss %xmm1, 12(%rdi)
movss %xmm0, 16(%rdi)
movss %xmm1, 20(%rdi)
movss %xmm0, 24(%rdi)
movss %xmm1, 28(%rdi)
movss %xmm0, 32(%rdi)
movss %xmm1, 36(%rdi)
retq
.globl call83
.type call83,@function
call83:
movl %edi, %eax
movl %eax, %edx
movl %eax, %ecx
retq
.globl _mlir_ciface_call83
.type _mlir_ciface_call83,@function
_mlir_ciface_call83:
movb %sil, (%rdi)
movb %sil, 1(%rdi)
movb %sil, 2(%rdi)
retq
.globl call84
.type call84,@function
call84:
movl %r8d, %eax
movl %eax, %edx
retq
.globl _mlir_ciface_call84
.type _mlir_ciface_call84,@function
_mlir_ciface_call84:
movb %r9b, (%rdi)
movb %r9b, 1(%rdi)
retq
.globl call85
.type call85,@function
call85:
movaps %xmm7, %xmm0
movss 8(%rsp), %xmm1
retq
.globl _mlir_ciface_call85
.type _mlir_ciface_call85,@function
_mlir_ciface_call85:
movss 8(%rsp), %xmm0
movss %xmm7, (%rdi)
movss %xmm0, 4(%rdi)
retq
.globl call86
.type call86,@function
call86:
movq %rdi, %rax
movsd %xmm1, 32(%rdi)
movsd %xmm0, 24(%rdi)
movsd %xmm1, 16(%rdi)
movsd %xmm0, 8(%rdi)
movss %xmm2, (%rdi)
retq
.globl _mlir_ciface_call86
.type _mlir_ciface_call86,@function
_mlir_ciface_call86:
movsd %xmm1, 32(%rdi)
movsd %xmm0, 24(%rdi)
movsd %xmm1, 16(%rdi)
movsd %xmm0, 8(%rdi)
movss %xmm2, (%rdi)
retq
.globl call87
.type call87,@function
call87:
movq %rdi, %rax
movq 8(%rsp), %rcx
movups 16(%rsp), %xmm1
movups 32(%rsp), %xmm2
movq 48(%rsp), %rdx
movzbl 56(%rsp), %edi
movzbl 64(%rsp), %r8d
andb $1, %r8b
movb %r8b, 70(%rax)
pextrw $0, %xmm0, %r8d
movw %r8w, 68(%rax)
movl %esi, 64(%rax)
movb %dil, 60(%rax)
movl %esi, 56(%rax)
movq %rdx, 48(%rax)
movups %xmm2, 32(%rax)
movups %xmm1, 16(%rax)
movq %rcx, 8(%rax)
movq %r9, (%rax)
retq
.globl _mlir_ciface_call87
.type _mlir_ciface_call87,@function
_mlir_ciface_call87:
movups (%rcx), %xmm1
movups 16(%rcx), %xmm2
movups 32(%rcx), %xmm3
movq 48(%rcx), %rax
movl %esi, 64(%rdi)
movb %r8b, 60(%rdi)
movl %esi, 56(%rdi)
movq %rax, 48(%rdi)
movups %xmm3, 32(%rdi)
movups %xmm2, 16(%rdi)
movups %xmm1, (%rdi)
andl $1, %r9d
movb %r9b, 70(%rdi)
pextrw $0, %xmm0, %eax
movw %ax, 68(%rdi)
retq
.globl call88
.type call88,@function
call88:
movaps %xmm2, %xmm0
movaps %xmm2, %xmm1
retq
.globl _mlir_ciface_call88
.type _mlir_ciface_call88,@function
_mlir_ciface_call88:
movss %xmm2, (%rdi)
movss %xmm2, 4(%rdi)
retq
.globl call89
.type call89,@function
call89:
pinsrw $0, 8(%rsp), %xmm0
retq
.globl _mlir_ciface_call89
.type _mlir_ciface_call89,@function
_mlir_ciface_call89:
pinsrw $0, 8(%rsp), %xmm0
retq
.globl call90
.type call90,@function
call90:
movl %esi, %eax
movl %edi, %edx
retq
.globl _mlir_ciface_call90
.type _mlir_ciface_call90,@function
_mlir_ciface_call90:
movsd %xmm0, 8(%rdi)
movb %sil, 16(%rdi)
movw %dx, (%rdi)
retq
.globl call91
.type call91,@function
call91:
movq %rdi, %rax
movq 8(%rsp), %rdi
movaps 72(%rsp), %xmm1
movaps 88(%rsp), %xmm3
movaps 104(%rsp), %xmm4
movq 120(%rsp), %r10
movss %xmm0, 120(%rax)
movq %r10, 112(%rax)
movups %xmm4, 96(%rax)
movups %xmm3, 80(%rax)
movups %xmm1, 64(%rax)
movl %esi, 56(%rax)
movsd %xmm2, 48(%rax)
movq %rdi, 40(%rax)
movq %r9, 32(%rax)
movq %r8, 24(%rax)
movq %rcx, 16(%rax)
movq %rdx, 8(%rax)
movl %esi, (%rax)
retq
.globl _mlir_ciface_call91
.type _mlir_ciface_call91,@function
_mlir_ciface_call91:
movq (%rdx), %rax
movups 8(%rdx), %xmm1
movups 24(%rdx), %xmm3
movups (%r8), %xmm4
movups 16(%r8), %xmm5
movups 32(%r8), %xmm6
movq 48(%r8), %rcx
movss %xmm0, 120(%rdi)
movq %rcx, 112(%rdi)
movups %xmm6, 96(%rdi)
movups %xmm5, 80(%rdi)
movl %esi, 56(%rdi)
movsd %xmm2, 48(%rdi)
movups %xmm3, 32(%rdi)
movups %xmm1, 16(%rdi)
movl %esi, (%rdi)
movq %rax, 8(%rdi)
movups %xmm4, 64(%rdi)
retq
.globl call92
.type call92,@function
call92:
movq %rdi, %rax
movq 8(%rsp), %rdi
movq 16(%rsp), %r10
movq %r10, 272(%rax)
movq %rdi, 264(%rax)
movq %r9, 256(%rax)
movq %r8, 248(%rax)
movq %rcx, 240(%rax)
movq %rdx, 232(%rax)
movq %rsi, 224(%rax)
movq %r10, 216(%rax)
movq %rdi, 208(%rax)
movq %r9, 200(%rax)
movq %r8, 192(%rax)
movq %rcx, 184(%rax)
movq %rdx, 176(%rax)
movq %rsi, 168(%rax)
movq %r10, 160(%rax)
movq %rdi, 152(%rax)
movq %r9, 144(%rax)
movq %r8, 136(%rax)
movq %rcx, 128(%rax)
movq %rdx, 120(%rax)
movq %rsi, 112(%rax)
movq %r10, 104(%rax)
movq %rdi, 96(%rax)
movq %r9, 88(%rax)
movq %r8, 80(%rax)
movq %rcx, 72(%rax)
movq %rdx, 64(%rax)
movq %rsi, 56(%rax)
movq %r10, 48(%rax)
movq %rdi, 40(%rax)
movq %r9, 32(%rax)
movq %r8, 24(%rax)
movq %rcx, 16(%rax)
movq %rdx, 8(%rax)
movq %rsi, (%rax)
retq
.globl _mlir_ciface_call92
.type _mlir_ciface_call92,@function
_mlir_ciface_call92:
movq (%rsi), %rax
movq 8(%rsi), %rcx
movq 16(%rsi), %rdx
movq 24(%rsi), %r8
movq 32(%rsi), %r9
movq 40(%rsi), %r10
movq 48(%rsi), %rsi
movq %rax, (%rdi)
movq %rcx, 8(%rdi)
movq %rdx, 16(%rdi)
movq %r8, 24(%rdi)
movq %r9, 32(%rdi)
movq %r10, 40(%rdi)
movq %rsi, 48(%rdi)
movq %rax, 56(%rdi)
movq %rcx, 64(%rdi)
movq %rdx, 72(%rdi)
movq %r8, 80(%rdi)
movq %r9, 88(%rdi)
movq %r10, 96(%rdi)
movq %rsi, 104(%rdi)
movq %rax, 112(%rdi)
movq %rcx, 120(%rdi)
movq %rdx, 128(%rdi)
movq %r8, 136(%rdi)
movq %r9, 144(%rdi)
movq %r10, 152(%rdi)
movq %rsi, 160(%rdi)
movq %rax, 168(%rdi)
movq %rcx, 176(%rdi)
movq %rdx, 184(%rdi)
movq %r8, 192(%rdi)
movq %r9, 200(%rdi)
movq %r10, 208(%rdi)
movq %rsi, 216(%rdi)
movq %rax, 224(%rdi)
movq %rcx, 232(%rdi)
movq %rdx, 240(%rdi)
movq %r8, 248(%rdi)
movq %r9, 256(%rdi)
movq %r10, 264(%rdi)
movq %rsi, 272(%rdi)
retq
.globl call93
.type call93,@function
call93:
movl %esi, %edx
movq %rdi, %rax
retq
.globl _mlir_ciface_call93
.type _mlir_ciface_call93,@function
_mlir_ciface_call93:
movsd %xmm0, 8(%rdi)
movq %rsi, (%rdi)
movw %dx, 16(%rdi)
retq
.globl call94
.type call94,@function
call94:
movq %rdi, %rax
movq 112(%rsp), %rcx
movaps 120(%rsp), %xmm0
movaps 56(%rsp), %xmm1
movaps 72(%rsp), %xmm2
movaps 88(%rsp), %xmm3
movq 104(%rsp), %rdx
movq %rdx, 72(%rdi)
movups %xmm3, 56(%rdi)
movups %xmm2, 40(%rdi)
movups %xmm1, 24(%rdi)
movups %xmm0, 8(%rdi)
movq %rcx, (%rdi)
retq
.globl _mlir_ciface_call94
.type _mlir_ciface_call94,@function
_mlir_ciface_call94:
movq 16(%rsp), %rax
movq 8(%rsp), %rcx
movq 48(%rcx), %rdx
movq 16(%rax), %rsi
movups (%rcx), %xmm0
movups 16(%rcx), %xmm1
movups 32(%rcx), %xmm2
movups (%rax), %xmm3
movups %xmm3, (%rdi)
movq %rsi, 16(%rdi)
movups %xmm0, 24(%rdi)
movups %xmm1, 40(%rdi)
movups %xmm2, 56(%rdi)
movq %rdx, 72(%rdi)
retq
.globl call95
.type call95,@function
call95:
movl %edi, %eax
movss %xmm1, -8(%rsp)
movss %xmm0, -4(%rsp)
flds -8(%rsp)
flds -4(%rsp)
movl %eax, %edx
retq
.globl _mlir_ciface_call95
.type _mlir_ciface_call95,@function
_mlir_ciface_call95:
movss %xmm1, 16(%rdi)
movss %xmm0, 12(%rdi)
movss %xmm1, 8(%rdi)
movss %xmm0, 4(%rdi)
andb $1, %sil
movb %sil, 1(%rdi)
movb %sil, (%rdi)
retq
.globl call96
.type call96,@function
call96:
movq %rsi, %rax
movq 8(%rsp), %rcx
movq %rdi, %rdx
retq
.globl _mlir_ciface_call96
.type _mlir_ciface_call96,@function
_mlir_ciface_call96:
movq 16(%rsp), %rax
movq %rdx, (%rdi)
movq %rsi, 8(%rdi)
movq %rax, 16(%rdi)
retq
.globl call97
.type call97,@function
call97:
movss %xmm1, -4(%rsp)
flds -4(%rsp)
movaps %xmm0, %xmm2
retq
.globl _mlir_ciface_call97
.type _mlir_ciface_call97,@function
_mlir_ciface_call97:
movss %xmm1, 8(%rdi)
movss %xmm1, 4(%rdi)
pextrw $0, %xmm0, %eax
movw %ax, 12(%rdi)
movw %ax, (%rdi)
retq
.globl call98
.type call98,@function
call98:
movaps %xmm3, %xmm1
movsd 16(%rsp), %xmm0
movsd %xmm4, -8(%rsp)
fldl -8(%rsp)
retq
.globl _mlir_ciface_call98
.type _mlir_ciface_call98,@function
_mlir_ciface_call98:
movsd 16(%rsp), %xmm0
movsd %xmm0, (%rdi)
movsd %xmm3, 8(%rdi)
movsd %xmm4, 16(%rdi)
retq
.globl call99
.type call99,@function
call99:
movq %rdi, %rax
movq 24(%rsp), %rcx
movups 32(%rsp), %xmm2
movups 48(%rsp), %xmm6
movsd %xmm3, 56(%rdi)
movss %xmm5, 52(%rdi)
movss %xmm4, 48(%rdi)
movss %xmm1, 44(%rdi)
movss %xmm0, 40(%rdi)
movups %xmm6, 24(%rdi)
movups %xmm2, 8(%rdi)
movq %rcx, (%rdi)
retq
.globl _mlir_ciface_call99
.type _mlir_ciface_call99,@function
_mlir_ciface_call99:
movq 32(%r8), %rax
movups (%r8), %xmm2
movups 16(%r8), %xmm6
movups %xmm2, (%rdi)
movups %xmm6, 16(%rdi)
movq %rax, 32(%rdi)
movss %xmm0, 40(%rdi)
movss %xmm1, 44(%rdi)
movss %xmm4, 48(%rdi)
movss %xmm5, 52(%rdi)
movsd %xmm3, 56(%rdi)
retq
.globl call100
.type call100,@function
call100:
movq %rdi, %rax
movaps 24(%rsp), %xmm1
movaps 40(%rsp), %xmm2
movaps 56(%rsp), %xmm3
movq 72(%rsp), %rcx
movq %rcx, 56(%rdi)
movups %xmm3, 40(%rdi)
movups %xmm2, 24(%rdi)
pextrw $0, %xmm0, %ecx
movups %xmm1, 8(%rdi)
movw %cx, 2(%rdi)
movw %dx, (%rdi)
retq
.globl _mlir_ciface_call100
.type _mlir_ciface_call100,@function
_mlir_ciface_call100:
movups (%r8), %xmm1
movups 16(%r8), %xmm2
movups 32(%r8), %xmm3
movq 48(%r8), %rax
movq %rax, 56(%rdi)
movups %xmm3, 40(%rdi)
movw %dx, (%rdi)
movups %xmm2, 24(%rdi)
movups %xmm1, 8(%rdi)
pextrw $0, %xmm0, %eax
movw %ax, 2(%rdi)
retq
.globl call101
.type call101,@function
call101:
movl %r8d, %eax
movaps %xmm0, %xmm1
movl %ecx, %edx
movq %rsi, %rcx
retq
.globl _mlir_ciface_call101
.type _mlir_ciface_call101,@function
_mlir_ciface_call101:
movq %rdx, 24(%rdi)
movl %r8d, 20(%rdi)
movsd %xmm0, 8(%rdi)
movsd %xmm0, (%rdi)
andl $1, %r9d
movb %r9b, 16(%rdi)
retq
.globl call102
.type call102,@function
call102:
movq %rdi, %rax
movq 8(%rsp), %rsi
movq %rsi, 40(%rdi)
movq %r9, 32(%rdi)
movq %r8, 24(%rdi)
movq %rcx, 16(%rdi)
movq %rdx, 8(%rdi)
movss %xmm0, (%rdi)
retq
.globl _mlir_ciface_call102
.type _mlir_ciface_call102,@function
_mlir_ciface_call102:
movq (%rdx), %rax
movups 8(%rdx), %xmm1
movups 24(%rdx), %xmm2
movups %xmm2, 32(%rdi)
movups %xmm1, 16(%rdi)
movss %xmm0, (%rdi)
movq %rax, 8(%rdi)
retq
.globl call103
.type call103,@function
call103:
movq %rdi, %rax
movq 168(%rsp), %rcx
movups 176(%rsp), %xmm0
movups 192(%rsp), %xmm1
movq 128(%rsp), %rdx
movq 136(%rsp), %rsi
movq 144(%rsp), %rdi
movq 152(%rsp), %r8
movq 160(%rsp), %r9
movzbl 64(%rsp), %r10d
movq 24(%rsp), %r11
movups 32(%rsp), %xmm2
movups 48(%rsp), %xmm3
movups %xmm3, 152(%rax)
movups %xmm2, 136(%rax)
movq %r11, 128(%rax)
andb $1, %r10b
movb %r10b, 120(%rax)
movq %r9, 112(%rax)
movq %r8, 104(%rax)
movq %rdi, 96(%rax)
movq %rsi, 88(%rax)
movq %rdx, 80(%rax)
movq %r9, 72(%rax)
movq %r8, 64(%rax)
movq %rdi, 56(%rax)
movq %rsi, 48(%rax)
movq %rdx, 40(%rax)
movups %xmm1, 24(%rax)
movups %xmm0, 8(%rax)
movq %rcx, (%rax)
retq
.globl _mlir_ciface_call103
.type _mlir_ciface_call103,@function
_mlir_ciface_call103:
pushq %rbx
movq 32(%rsp), %rax
movq 24(%rsp), %rsi
movq (%rdx), %r8
movups 8(%rdx), %xmm0
movups 24(%rdx), %xmm1
movq (%rsi), %rdx
movq 8(%rsi), %r9
movq 16(%rsi), %r10
movq 24(%rsi), %r11
movq 32(%rsi), %rsi
movq (%rax), %rbx
movups 8(%rax), %xmm2
movups 24(%rax), %xmm3
movups %xmm1, 152(%rdi)
movq %rsi, 112(%rdi)
movq %r11, 104(%rdi)
movq %r10, 96(%rdi)
movq %r9, 88(%rdi)
movq %rdx, 80(%rdi)
movq %rsi, 72(%rdi)
movq %r11, 64(%rdi)
movq %r10, 56(%rdi)
movq %r9, 48(%rdi)
movq %rdx, 40(%rdi)
movups %xmm3, 24(%rdi)
movups %xmm2, 8(%rdi)
movq %rbx, (%rdi)
movups %xmm0, 136(%rdi)
movq %r8, 128(%rdi)
andl $1, %ecx
movb %cl, 120(%rdi)
popq %rbx
retq
.globl call104
.type call104,@function
call104:
movl %edi, %eax
retq
.globl _mlir_ciface_call104
.type _mlir_ciface_call104,@function
_mlir_ciface_call104:
movl %edi, %eax
retq
.globl call105
.type call105,@function
call105:
movaps %xmm1, %xmm0
movl %edi, %eax
movsd %xmm4, -16(%rsp)
movsd %xmm3, -8(%rsp)
fldl -16(%rsp)
fldl -8(%rsp)
movaps %xmm2, %xmm1
retq
.globl _mlir_ciface_call105
.type _mlir_ciface_call105,@function
_mlir_ciface_call105:
movsd %xmm4, 24(%rdi)
movsd %xmm3, 16(%rdi)
movss %xmm2, 8(%rdi)
movss %xmm1, 4(%rdi)
andl $1, %esi
movb %sil, (%rdi)
retq
.globl call106
.type call106,@function
call106:
movl %esi, %ecx
movl %edi, %eax
movl %ecx, %edx
retq
.globl _mlir_ciface_call106
.type _mlir_ciface_call106,@function
_mlir_ciface_call106:
movb %sil, (%rdi)
movb %dl, 1(%rdi)
movb %dl, 2(%rdi)
retq
.globl call107
.type call107,@function
call107:
movaps %xmm4, %xmm0
retq
.globl _mlir_ciface_call107
.type _mlir_ciface_call107,@function
_mlir_ciface_call107:
movaps %xmm4, %xmm0
retq
.globl call108
.type call108,@function
call108:
movq %rdi, %rax
pextrw $0, %xmm0, %edi
movl %ecx, 12(%rax)
movw %di, 10(%rax)
andl $1, %edx
movb %dl, 8(%rax)
movl %ecx, 4(%rax)
andl $1, %esi
movb %sil, (%rax)
retq
.globl _mlir_ciface_call108
.type _mlir_ciface_call108,@function
_mlir_ciface_call108:
movl %ecx, 12(%rdi)
movl %ecx, 4(%rdi)
andl $1, %edx
movb %dl, 8(%rdi)
andl $1, %esi
movb %sil, (%rdi)
pextrw $0, %xmm0, %eax
movw %ax, 10(%rdi)
retq
.globl call109
.type call109,@function
call109:
movq %rdi, %rax
movss %xmm1, 36(%rdi)
movss %xmm0, 32(%rdi)
movss %xmm1, 28(%rdi)
movss %xmm0, 24(%rdi)
movss %xmm1, 20(%rdi)
movss %xmm0, 16(%rdi)
movss %xmm1, 12(%rdi)
movss %xmm0, 8(%rdi)
movss %xmm1, 4(%rdi)
movss %xmm0, (%rdi)
retq
.globl _mlir_ciface_call109
.type _mlir_ciface_call109,@function
_mlir_ciface_call109:
movss %xmm0, (%rdi)
movss %xmm1, 4(%rdi)
movss %xmm0, 8(%rdi)
movss %xmm1, 12(%rdi)
movss %xmm0, 16(%rdi)
movss %xmm1, 20(%rdi)
movss %xmm0, 24(%rdi)
movss %xmm1, 28(%rdi)
movss %xmm0, 32(%rdi)
movss %xmm1, 36(%rdi)
retq
.globl call110
.type call110,@function
call110:
movaps %xmm1, %xmm0
movq %rcx, %rax
movl %esi, %edx
retq
.globl _mlir_ciface_call110
.type _mlir_ciface_call110,@function
_mlir_ciface_call110:
movl %edx, 8(%rdi)
movq %r8, (%rdi)
pextrw $0, %xmm1, %eax
movw %ax, 12(%rdi)
retq
.globl call111
.type call111,@function
call111:
movl %edi, %eax
retq
.globl _mlir_ciface_call111
.type _mlir_ciface_call111,@function
_mlir_ciface_call111:
andl $1, %esi
movb %sil, (%rdi)
pextrw $0, %xmm0, %eax
movw %ax, 2(%rdi)
retq
.globl call112
.type call112,@function
call112:
movq %rdi, %rax
movq 40(%rsp), %rcx
movups 48(%rsp), %xmm0
movzbl 24(%rsp), %edx
movb %dl, 24(%rdi)
movups %xmm0, 8(%rdi)
movq %rcx, (%rdi)
retq
.globl _mlir_ciface_call112
.type _mlir_ciface_call112,@function
_mlir_ciface_call112:
movq 8(%rsp), %rax
movq (%rax), %rcx
movups 8(%rax), %xmm0
movb %r8b, 24(%rdi)
movups %xmm0, 8(%rdi)
movq %rcx, (%rdi)
retq
.globl call113
.type call113,@function
call113:
movzbl 16(%rsp), %eax
retq
.globl _mlir_ciface_call113
.type _mlir_ciface_call113,@function
_mlir_ciface_call113:
movl %esi, %eax
retq
.globl call114
.type call114,@function
call114:
movq %rdi, %rax
movq 16(%rsp), %rdi
movaps 24(%rsp), %xmm0
movl 8(%rsp), %r10d
movl %r10d, 112(%rax)
movups %xmm0, 96(%rax)
movq %rdi, 88(%rax)
movsd %xmm3, 80(%rax)
movq %r9, 72(%rax)
movq %r8, 64(%rax)
movq %rcx, 56(%rax)
movq %rdx, 48(%rax)
movq %rsi, 40(%rax)
movq %r9, 32(%rax)
movq %r8, 24(%rax)
movq %rcx, 16(%rax)
movq %rdx, 8(%rax)
movq %rsi, (%rax)
retq
.globl _mlir_ciface_call114
.type _mlir_ciface_call114,@function
_mlir_ciface_call114:
movq (%rsi), %rax
movq 8(%rsi), %r8
movq 16(%rsi), %r9
movq 24(%rsi), %r10
movq 32(%rsi), %rsi
movq (%rcx), %r11
movups 8(%rcx), %xmm0
movl %edx, 112(%rdi)
movups %xmm0, 96(%rdi)
movsd %xmm3, 80(%rdi)
movq %rsi, 72(%rdi)
movq %r10, 64(%rdi)
movq %r9, 56(%rdi)
movq %r8, 48(%rdi)
movq %rax, 40(%rdi)
movq %rsi, 32(%rdi)
movq %r10, 24(%rdi)
movq %r9, 16(%rdi)
movq %r8, 8(%rdi)
movq %rax, (%rdi)
movq %r11, 88(%rdi)
retq
.globl call115
.type call115,@function
call115:
movaps %xmm5, %xmm0
retq
.globl _mlir_ciface_call115
.type _mlir_ciface_call115,@function
_mlir_ciface_call115:
movaps %xmm5, %xmm0
retq
.globl call116
.type call116,@function
call116:
movl %edi, %eax
movaps %xmm0, %xmm1
retq
.globl _mlir_ciface_call116
.type _mlir_ciface_call116,@function
_mlir_ciface_call116:
movss %xmm0, 8(%rdi)
movss %xmm0, 4(%rdi)
movb %sil, (%rdi)
retq
.globl call117
.type call117,@function
call117:
movq %rdi, %rax
movss %xmm2, 24(%rdi)
movss %xmm1, 20(%rdi)
andb $1, %r8b
movb %r8b, 18(%rdi)
movw %cx, 16(%rdi)
movsd %xmm4, 8(%rdi)
movw %cx, 2(%rdi)
movb %r8b, (%rdi)
retq
.globl _mlir_ciface_call117
.type _mlir_ciface_call117,@function
_mlir_ciface_call117:
movss %xmm2, 24(%rdi)
movss %xmm1, 20(%rdi)
movsd %xmm4, 8(%rdi)
movw %cx, 16(%rdi)
movw %cx, 2(%rdi)
andb $1, %r8b
movb %r8b, 18(%rdi)
movb %r8b, (%rdi)
retq
.globl call118
.type call118,@function
call118:
movq %rsi, %rax
movl %edi, %edx
retq
.globl _mlir_ciface_call118
.type _mlir_ciface_call118,@function
_mlir_ciface_call118:
movq %rdx, (%rdi)
andl $1, %esi
movb %sil, 8(%rdi)
retq
.globl call119
.type call119,@function
call119:
movq %rdi, %rax
movaps 8(%rsp), %xmm0
movq 56(%rsp), %rdi
movq %rdi, 64(%rax)
movups %xmm0, 48(%rax)
movq %r9, 40(%rax)
movq %r8, 32(%rax)
movq %rcx, 24(%rax)
movq %rdx, 16(%rax)
movq %rsi, 8(%rax)
pextrw $0, %xmm2, %ecx
movw %cx, (%rax)
retq
.globl _mlir_ciface_call119
.type _mlir_ciface_call119,@function
_mlir_ciface_call119:
movups (%rsi), %xmm0
movups 16(%rsi), %xmm1
movups 32(%rsi), %xmm3
movq 48(%rsi), %rax
movq %r8, 64(%rdi)
movq %rax, 56(%rdi)
movups %xmm3, 40(%rdi)
movups %xmm1, 24(%rdi)
movups %xmm0, 8(%rdi)
pextrw $0, %xmm2, %eax
movw %ax, (%rdi)
retq
.globl call120
.type call120,@function
call120:
movq %rdi, %rax
movl 16(%rsp), %esi
movq 8(%rsp), %rdi
movq %rdi, 88(%rax)
movq %r9, 80(%rax)
movq %r8, 72(%rax)
movq %rcx, 64(%rax)
movq %rdx, 56(%rax)
movl %esi, 48(%rax)
movq %rdi, 40(%rax)
movq %r9, 32(%rax)
movq %r8, 24(%rax)
movq %rcx, 16(%rax)
pextrw $0, %xmm3, %ecx
movq %rdx, 8(%rax)
movw %cx, 2(%rax)
movw %cx, (%rax)
retq
.globl _mlir_ciface_call120
.type _mlir_ciface_call120,@function
_mlir_ciface_call120:
movq (%rdx), %rax
movq 8(%rdx), %rsi
movq 16(%rdx), %r8
movq 24(%rdx), %r9
movq 32(%rdx), %rdx
movq %rdx, 88(%rdi)
movq %r9, 80(%rdi)
movq %r8, 72(%rdi)
movq %rsi, 64(%rdi)
movq %rax, 56(%rdi)
movl %ecx, 48(%rdi)
movq %rdx, 40(%rdi)
movq %r9, 32(%rdi)
movq %r8, 24(%rdi)
movq %rsi, 16(%rdi)
movq %rax, 8(%rdi)
pextrw $0, %xmm3, %eax
movw %ax, 2(%rdi)
movw %ax, (%rdi)
retq
.globl call121
.type call121,@function
call121:
movq %rdi, %rax
movss %xmm3, 40(%rdi)
movsd %xmm1, 32(%rdi)
movsd %xmm2, 24(%rdi)
movsd %xmm2, 16(%rdi)
movsd %xmm1, 8(%rdi)
movsd %xmm2, (%rdi)
retq
.globl _mlir_ciface_call121
.type _mlir_ciface_call121,@function
_mlir_ciface_call121:
movss %xmm3, 40(%rdi)
movsd %xmm1, 32(%rdi)
movsd %xmm2, 24(%rdi)
movsd %xmm2, 16(%rdi)
movsd %xmm1, 8(%rdi)
movsd %xmm2, (%rdi)
retq
.globl call122
.type call122,@function
call122:
movaps %xmm2, %xmm0
movl %edi, %eax
retq
.globl _mlir_ciface_call122
.type _mlir_ciface_call122,@function
_mlir_ciface_call122:
movss %xmm2, (%rdi)
movl %esi, 4(%rdi)
retq
.globl call123
.type call123,@function
call123:
movq %rdi, %rax
movzbl 24(%rsp), %edi
movaps 8(%rsp), %xmm0
pextrw $0, %xmm4, %r10d
movw %r10w, 64(%rax)
movups %xmm0, 48(%rax)
movq %r9, 40(%rax)
movq %r8, 32(%rax)
movq %rcx, 24(%rax)
movq %rdx, 16(%rax)
movq %rsi, 8(%rax)
movb %dil, (%rax)
retq
.globl _mlir_ciface_call123
.type _mlir_ciface_call123,@function
_mlir_ciface_call123:
movups (%rsi), %xmm0
movups 16(%rsi), %xmm1
movups 32(%rsi), %xmm2
movq 48(%rsi), %rax
movq %rax, 56(%rdi)
movups %xmm2, 40(%rdi)
movups %xmm1, 24(%rdi)
movb %dl, (%rdi)
movups %xmm0, 8(%rdi)
pextrw $0, %xmm4, %eax
movw %ax, 64(%rdi)
retq
.globl call124
.type call124,@function
call124:
retq
.globl _mlir_ciface_call124
.type _mlir_ciface_call124,@function
_mlir_ciface_call124:
retq
.globl call125
.type call125,@function
call125:
movl %r9d, %edx
movq %r8, %rax
retq
.globl _mlir_ciface_call125
.type _mlir_ciface_call125,@function
_mlir_ciface_call125:
movzwl 8(%rsp), %eax
movw %ax, 16(%rdi)
movq %r9, 8(%rdi)
movsd %xmm0, (%rdi)
retq
.globl call126
.type call126,@function
call126:
movl %esi, %edx
movq %rdi, %rax
retq
.globl _mlir_ciface_call126
.type _mlir_ciface_call126,@function
_mlir_ciface_call126:
movq %rsi, 8(%rdi)
movsd %xmm0, (%rdi)
movb %dl, 16(%rdi)
retq
.globl call127
.type call127,@function
call127:
movq %rdi, %rax
movq 24(%rsp), %rcx
movups 32(%rsp), %xmm0
movzwl 8(%rsp), %edx
movl %esi, 44(%rdi)
movw %dx, 40(%rdi)
movq %r9, 32(%rdi)
movups %xmm0, 16(%rdi)
movq %rcx, 8(%rdi)
movq %r9, (%rdi)
retq
.globl _mlir_ciface_call127
.type _mlir_ciface_call127,@function
_mlir_ciface_call127:
movq 8(%rsp), %rax
movq (%rax), %rdx
movups 8(%rax), %xmm0
movl %esi, 44(%rdi)
movw %r8w, 40(%rdi)
movq %rcx, 32(%rdi)
movups %xmm0, 16(%rdi)
movq %rcx, (%rdi)
movq %rdx, 8(%rdi)
retq
.globl call128
.type call128,@function
call128:
pushq %rbx
movq %rdi, %rax
movq 16(%rsp), %rdi
movups 24(%rsp), %xmm0
movups 40(%rsp), %xmm1
movq 64(%rsp), %r10
movq 72(%rsp), %r11
movq 80(%rsp), %rbx
movq %rbx, 160(%rax)
movq %r11, 152(%rax)
movq %r10, 144(%rax)
movq %r9, 136(%rax)
movq %r8, 128(%rax)
movq %rcx, 120(%rax)
movq %rdx, 112(%rax)
movq %rsi, 104(%rax)
movq %r9, 96(%rax)
movq %r8, 88(%rax)
movq %rcx, 80(%rax)
movq %rdx, 72(%rax)
movq %rsi, 64(%rax)
movq %rbx, 56(%rax)
movq %r11, 48(%rax)
movq %r10, 40(%rax)
movups %xmm1, 24(%rax)
movups %xmm0, 8(%rax)
movq %rdi, (%rax)
popq %rbx
retq
.globl _mlir_ciface_call128
.type _mlir_ciface_call128,@function
_mlir_ciface_call128:
pushq %r14
pushq %rbx
movq (%rsi), %rax
movq 8(%rsi), %rcx
movq 16(%rsi), %r9
movq 24(%rsi), %r10
movq 32(%rsi), %rsi
movq 32(%rdx), %r11
movq (%r8), %rbx
movq 8(%r8), %r14
movq 16(%r8), %r8
movups (%rdx), %xmm0
movups 16(%rdx), %xmm1
movups %xmm0, (%rdi)
movups %xmm1, 16(%rdi)
movq %r11, 32(%rdi)
movq %rbx, 40(%rdi)
movq %r14, 48(%rdi)
movq %r8, 56(%rdi)
movq %rax, 64(%rdi)
movq %rcx, 72(%rdi)
movq %r9, 80(%rdi)
movq %r10, 88(%rdi)
movq %rsi, 96(%rdi)
movq %rax, 104(%rdi)
movq %rcx, 112(%rdi)
movq %r9, 120(%rdi)
movq %r10, 128(%rdi)
movq %rsi, 136(%rdi)
movq %rbx, 144(%rdi)
movq %r14, 152(%rdi)
movq %r8, 160(%rdi)
popq %rbx
popq %r14
retq
.globl call129
.type call129,@function
call129:
movaps %xmm1, %xmm0
movl %edx, %eax
retq
.globl _mlir_ciface_call129
.type _mlir_ciface_call129,@function
_mlir_ciface_call129:
movss %xmm1, (%rdi)
andl $1, %ecx
movb %cl, 4(%rdi)
retq
.globl call130
.type call130,@function
call130:
movq %rdi, %rax
movq %rcx, 56(%rdi)
movw %r9w, 48(%rdi)
movsd %xmm1, 40(%rdi)
movsd %xmm0, 32(%rdi)
movq %rdx, 24(%rdi)
movsd %xmm4, 16(%rdi)
movsd %xmm3, 8(%rdi)
movsd %xmm2, (%rdi)
retq
.globl _mlir_ciface_call130
.type _mlir_ciface_call130,@function
_mlir_ciface_call130:
movq %rcx, 56(%rdi)
movsd %xmm1, 40(%rdi)
movsd %xmm0, 32(%rdi)
movq %rdx, 24(%rdi)
movsd %xmm4, 16(%rdi)
movsd %xmm3, 8(%rdi)
movsd %xmm2, (%rdi)
movw %r9w, 48(%rdi)
retq
.globl call131
.type call131,@function
call131:
movq %rdi, %rax
movq 32(%rsp), %rcx
movaps 40(%rsp), %xmm0
movaps 56(%rsp), %xmm2
pextrw $0, %xmm1, %edx
movw %dx, 40(%rdi)
movups %xmm2, 24(%rdi)
movups %xmm0, 8(%rdi)
movq %rcx, (%rdi)
retq
.globl _mlir_ciface_call131
.type _mlir_ciface_call131,@function
_mlir_ciface_call131:
movq (%r9), %rax
movups 8(%r9), %xmm0
movups 24(%r9), %xmm2
movups %xmm2, 24(%rdi)
movups %xmm0, 8(%rdi)
movq %rax, (%rdi)
pextrw $0, %xmm1, %eax
movw %ax, 40(%rdi)
retq
.globl call132
.type call132,@function
call132:
movaps %xmm1, %xmm0
movss %xmm2, -8(%rsp)
movss %xmm1, -4(%rsp)
flds -8(%rsp)
flds -4(%rsp)
movaps %xmm2, %xmm1
retq
.globl _mlir_ciface_call132
.type _mlir_ciface_call132,@function
_mlir_ciface_call132:
movss %xmm1, (%rdi)
movss %xmm2, 4(%rdi)
movss %xmm1, 8(%rdi)
movss %xmm2, 12(%rdi)
retq
.globl call133
.type call133,@function
call133:
movaps %xmm5, %xmm1
movaps %xmm2, %xmm0
movq %rdi, %rax
movq %rdi, %rdx
movaps %xmm5, %xmm2
retq
.globl _mlir_ciface_call133
.type _mlir_ciface_call133,@function
_mlir_ciface_call133:
movq %r8, 24(%rdi)
movq %rsi, 16(%rdi)
movq %rsi, 8(%rdi)
pextrw $0, %xmm5, %eax
movw %ax, 34(%rdi)
movw %ax, 32(%rdi)
pextrw $0, %xmm2, %eax
movw %ax, (%rdi)
retq
.globl call134
.type call134,@function
call134:
movzwl 152(%rsp), %eax
retq
.globl _mlir_ciface_call134
.type _mlir_ciface_call134,@function
_mlir_ciface_call134:
movzwl 24(%rsp), %eax
retq
.globl call135
.type call135,@function
call135:
movq %rdi, %rax
movq 48(%rsp), %rcx
movaps 56(%rsp), %xmm0
movaps 72(%rsp), %xmm1
movsd %xmm3, 40(%rdi)
movups %xmm1, 24(%rdi)
movups %xmm0, 8(%rdi)
movq %rcx, (%rdi)
retq
.globl _mlir_ciface_call135
.type _mlir_ciface_call135,@function
_mlir_ciface_call135:
movq 32(%rsp), %rax
movq 32(%rax), %rcx
movups (%rax), %xmm0
movups 16(%rax), %xmm1
movups %xmm0, (%rdi)
movups %xmm1, 16(%rdi)
movq %rcx, 32(%rdi)
movsd %xmm3, 40(%rdi)
retq
.globl call136
.type call136,@function
call136:
movq %rdi, %rax
movaps %xmm0, %xmm1
retq
.globl _mlir_ciface_call136
.type _mlir_ciface_call136,@function
_mlir_ciface_call136:
movq %rsi, (%rdi)
movsd %xmm0, 8(%rdi)
movsd %xmm0, 16(%rdi)
retq
.globl call137
.type call137,@function
call137:
movaps %xmm2, %xmm0
movl %edi, %eax
movaps %xmm2, %xmm1
retq
.globl _mlir_ciface_call137
.type _mlir_ciface_call137,@function
_mlir_ciface_call137:
movsd %xmm2, 8(%rdi)
movsd %xmm2, (%rdi)
movw %si, 16(%rdi)
retq
.globl call138
.type call138,@function
call138:
movaps %xmm3, %xmm0
retq
.globl _mlir_ciface_call138
.type _mlir_ciface_call138,@function
_mlir_ciface_call138:
movaps %xmm3, %xmm0
retq
.globl call139
.type call139,@function
call139:
movl %edi, %eax
movaps %xmm2, %xmm1
pinsrw $0, 16(%rsp), %xmm0
movl %eax, %edx
retq
.globl _mlir_ciface_call139
.type _mlir_ciface_call139,@function
_mlir_ciface_call139:
pinsrw $0, 16(%rsp), %xmm0
movss %xmm2, 4(%rdi)
movb %sil, 9(%rdi)
movb %sil, 8(%rdi)
pextrw $0, %xmm0, %eax
movw %ax, (%rdi)
retq
.globl call140
.type call140,@function
call140:
movq %rcx, %rax
movl %edi, %ecx
movl %edi, %edx
retq
.globl _mlir_ciface_call140
.type _mlir_ciface_call140,@function
_mlir_ciface_call140:
movq %r8, (%rdi)
movl %esi, 8(%rdi)
movl %esi, 12(%rdi)
retq
.globl call141
.type call141,@function
call141:
movq %rdi, %rax
movq 8(%rsp), %rdi
movups 16(%rsp), %xmm0
movups 32(%rsp), %xmm1
movq 56(%rsp), %r10
movq %r9, 200(%rax)
movq %r8, 192(%rax)
movq %rcx, 184(%rax)
movq %rdx, 176(%rax)
movq %rsi, 168(%rax)
movq %r9, 160(%rax)
movq %r8, 152(%rax)
movq %rcx, 144(%rax)
movq %rdx, 136(%rax)
movq %rsi, 128(%rax)
movq %r9, 120(%rax)
movq %r8, 112(%rax)
movq %rcx, 104(%rax)
movq %rdx, 96(%rax)
movq %rsi, 88(%rax)
movq %r9, 80(%rax)
movq %r8, 72(%rax)
movq %rcx, 64(%rax)
movq %rdx, 56(%rax)
movq %rsi, 48(%rax)
movq %r10, 40(%rax)
movups %xmm1, 24(%rax)
movups %xmm0, 8(%rax)
movq %rdi, (%rax)
retq
.globl _mlir_ciface_call141
.type _mlir_ciface_call141,@function
_mlir_ciface_call141:
movq (%rsi), %rax
movq 8(%rsi), %rcx
movq 16(%rsi), %r9
movq 24(%rsi), %r10
movq 32(%rsi), %rsi
movq 32(%rdx), %r11
movups (%rdx), %xmm0
movups 16(%rdx), %xmm1
movups %xmm0, (%rdi)
movups %xmm1, 16(%rdi)
movq %r11, 32(%rdi)
movq %r8, 40(%rdi)
movq %rax, 48(%rdi)
movq %rcx, 56(%rdi)
movq %r9, 64(%rdi)
movq %r10, 72(%rdi)
movq %rsi, 80(%rdi)
movq %rax, 88(%rdi)
movq %rcx, 96(%rdi)
movq %r9, 104(%rdi)
movq %r10, 112(%rdi)
movq %rsi, 120(%rdi)
movq %rax, 128(%rdi)
movq %rcx, 136(%rdi)
movq %r9, 144(%rdi)
movq %r10, 152(%rdi)
movq %rsi, 160(%rdi)
movq %rax, 168(%rdi)
movq %rcx, 176(%rdi)
movq %r9, 184(%rdi)
movq %r10, 192(%rdi)
movq %rsi, 200(%rdi)
retq
.globl call142
.type call142,@function
call142:
movl %edx, %eax
movq %rsi, %rdx
movl %eax, %ecx
movaps %xmm0, %xmm1
retq
.globl _mlir_ciface_call142
.type _mlir_ciface_call142,@function
_mlir_ciface_call142:
movss %xmm0, 24(%rdi)
movss %xmm0, 20(%rdi)
movl %ecx, 16(%rdi)
movq %rdx, 8(%rdi)
movl %ecx, (%rdi)
retq
.globl call143
.type call143,@function
call143:
movaps %xmm1, %xmm0
retq
.globl _mlir_ciface_call143
.type _mlir_ciface_call143,@function
_mlir_ciface_call143:
movaps %xmm1, %xmm0
retq
.globl call144
.type call144,@function
call144:
movq %rdi, %rax
movsd %xmm5, 40(%rdi)
movsd %xmm0, 32(%rdi)
movsd %xmm0, 24(%rdi)
movsd %xmm0, 16(%rdi)
movss %xmm2, 12(%rdi)
movss %xmm1, 8(%rdi)
movss %xmm2, 4(%rdi)
movss %xmm1, (%rdi)
retq
.globl _mlir_ciface_call144
.type _mlir_ciface_call144,@function
_mlir_ciface_call144:
movss %xmm1, (%rdi)
movss %xmm2, 4(%rdi)
movss %xmm1, 8(%rdi)
movss %xmm2, 12(%rdi)
movsd %xmm0, 16(%rdi)
movsd %xmm0, 24(%rdi)
movsd %xmm0, 32(%rdi)
movsd %xmm5, 40(%rdi)
retq
.globl call145
.type call145,@function
call145:
movl %esi, %eax
retq
.globl _mlir_ciface_call145
.type _mlir_ciface_call145,@function
_mlir_ciface_call145:
movb %dl, 2(%rdi)
pextrw $0, %xmm0, %eax
movw %ax, (%rdi)
retq
.globl call146
.type call146,@function
call146:
movq %rdi, %rax
movw %si, 16(%rdi)
movl %edx, 12(%rdi)
movw %si, 8(%rdi)
movl %edx, 4(%rdi)
pextrw $0, %xmm0, %ecx
movw %cx, (%rdi)
retq
.globl _mlir_ciface_call146
.type _mlir_ciface_call146,@function
_mlir_ciface_call146:
movl %edx, 12(%rdi)
movl %edx, 4(%rdi)
movw %si, 16(%rdi)
movw %si, 8(%rdi)
pextrw $0, %xmm0, %eax
movw %ax, (%rdi)
retq
.globl call147
.type call147,@function
call147:
movl %edi, %eax
movaps %xmm1, %xmm0
movaps %xmm2, %xmm1
retq
.globl _mlir_ciface_call147
.type _mlir_ciface_call147,@function
_mlir_ciface_call147:
movsd %xmm2, 16(%rdi)
movsd %xmm1, 8(%rdi)
andl $1, %esi
movb %sil, (%rdi)
retq
.globl call148
.type call148,@function
call148:
retq
.globl _mlir_ciface_call148
.type _mlir_ciface_call148,@function
_mlir_ciface_call148:
movss %xmm0, (%rdi)
movss %xmm1, 4(%rdi)
retq
.globl call149
.type call149,@function
call149:
pextrw $0, %xmm3, %ecx
movq %rdi, %rax
movw %cx, 20(%rdi)
movw %cx, 18(%rdi)
movw %cx, 16(%rdi)
movq %rsi, 8(%rdi)
movss %xmm2, 4(%rdi)
movss %xmm1, (%rdi)
retq
.globl _mlir_ciface_call149
.type _mlir_ciface_call149,@function
_mlir_ciface_call149:
movq %rsi, 8(%rdi)
movss %xmm2, 4(%rdi)
pextrw $0, %xmm3, %eax
movss %xmm1, (%rdi)
movw %ax, 20(%rdi)
movw %ax, 18(%rdi)
movw %ax, 16(%rdi)
retq
.globl call150
.type call150,@function
call150:
movl %edi, %eax
retq
.globl _mlir_ciface_call150
.type _mlir_ciface_call150,@function
_mlir_ciface_call150:
andl $1, %esi
movb %sil, 2(%rdi)
pextrw $0, %xmm0, %eax
movw %ax, (%rdi)
retq
.globl call151
.type call151,@function
call151:
movq %rdi, %rax
movq %rdi, %rdx
retq
.globl _mlir_ciface_call151
.type _mlir_ciface_call151,@function
_mlir_ciface_call151:
movq %rsi, (%rdi)
movq %rsi, 8(%rdi)
retq
.section ".note.GNU-stack","",@progbits
