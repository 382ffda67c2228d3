.text
.globl new
.type new,@function
new:
pushq %r14
pushq %rbx
subq $24, %rsp
movaps %xmm0, (%rsp)
movq %rsi, %r14
movq %rdi, %rbx
leaq (,%rsi,4), %rdi
callq malloc@PLT
movaps (%rsp), %xmm1
testq %r14, %r14
jle .LBB0_7
cmpq $8, %r14
jae .LBB0_4
xorl %ecx, %ecx
jmp .LBB0_3
.LBB0_4:
movabsq $9223372036854775800, %rcx
andq %r14, %rcx
movaps %xmm1, %xmm0
shufps $0, %xmm1, %xmm0
xorl %edx, %edx
.LBB0_5:
movups %xmm0, (%rax,%rdx,4)
movups %xmm0, 16(%rax,%rdx,4)
addq $8, %rdx
cmpq %rdx, %rcx
jne .LBB0_5
jmp .LBB0_6
.LBB0_3:
movss %xmm1, (%rax,%rcx,4)
incq %rcx
.LBB0_6:
cmpq %rcx, %r14
jne .LBB0_3
.LBB0_7:
movq %r14, 24(%rbx)
movq %rax, 8(%rbx)
movq %rax, (%rbx)
movq $1, 32(%rbx)
movq $0, 16(%rbx)
movq %rbx, %rax
addq $24, %rsp
popq %rbx
popq %r14
retq
.globl _mlir_ciface_new
.type _mlir_ciface_new,@function
_mlir_ciface_new:
pushq %rbx
subq $48, %rsp
movq %rdi, %rbx
leaq 8(%rsp), %rdi
callq new@PLT
movq 40(%rsp), %rax
movups 8(%rsp), %xmm0
movups 24(%rsp), %xmm1
movups %xmm0, (%rbx)
movups %xmm1, 16(%rbx)
movq %rax, 32(%rbx)
addq $48, %rsp
popq %rbx
retq
.globl new_aligned
.type new_aligned,@function
new_aligned:
pushq %r14
pushq %rbx
pushq %rax
movsd %xmm0, (%rsp)
movq %rsi, %r14
movq %rdi, %rbx
leaq (%rsi,%rsi,2), %rax
leaq 256(,%rax,8), %rdi
callq malloc@PLT
movsd (%rsp), %xmm0
movq %rax, %rcx
addq $255, %rax
andq $-256, %rax
testq %r14, %r14
jle .LBB2_8
movl %r14d, %edx
andl $3, %edx
cmpq $4, %r14
jae .LBB2_3
xorl %esi, %esi
jmp .LBB2_6
.LBB2_3:
movabsq $9223372036854775804, %rdi
andq %r14, %rdi
leaq 88(%rax), %r8
xorl %esi, %esi
.LBB2_4:
movsd %xmm0, -88(%r8)
movsd %xmm0, -80(%r8)
movsd %xmm0, -72(%r8)
movsd %xmm0, -64(%r8)
movsd %xmm0, -56(%r8)
movsd %xmm0, -48(%r8)
movsd %xmm0, -40(%r8)
movsd %xmm0, -32(%r8)
movsd %xmm0, -24(%r8)
movsd %xmm0, -16(%r8)
movsd %xmm0, -8(%r8)
movsd %xmm0, (%r8)
addq $4, %rsi
addq $96, %r8
cmpq %rsi, %rdi
jne .LBB2_4
testq %rdx, %rdx
je .LBB2_8
.LBB2_6:
leaq (%rsi,%rsi,2), %rsi
leaq (%rax,%rsi,8), %rsi
addq $16, %rsi
shll $3, %edx
leaq (%rdx,%rdx,2), %rdx
xorl %edi, %edi
.LBB2_7:
movsd %xmm0, -16(%rsi,%rdi)
movsd %xmm0, -8(%rsi,%rdi)
movsd %xmm0, (%rsi,%rdi)
addq $24, %rdi
cmpq %rdi, %rdx
jne .LBB2_7
.LBB2_8:
movq %r14, 24(%rbx)
movq %rax, 8(%rbx)
movq %rcx, (%rbx)
movq $1, 48(%rbx)
movq $3, 40(%rbx)
movq $3, 32(%rbx)
movq $0, 16(%rbx)
movq %rbx, %rax
addq $8, %rsp
popq %rbx
popq %r14
retq
.globl _mlir_ciface_new_aligned
.type _mlir_ciface_new_aligned,@function
_mlir_ciface_new_aligned:
pushq %rbx
subq $64, %rsp
movq %rdi, %rbx
leaq 8(%rsp), %rdi
callq new_aligned@PLT
movq 56(%rsp), %rax
movups 8(%rsp), %xmm0
movups 24(%rsp), %xmm1
movups 40(%rsp), %xmm2
movups %xmm0, (%rbx)
movups %xmm1, 16(%rbx)
movups %xmm2, 32(%rbx)
movq %rax, 48(%rbx)
addq $64, %rsp
popq %rbx
retq
.globl new_scalar
.type new_scalar,@function
new_scalar:
pushq %rbx
movl %edi, %ebx
movl $2, %edi
callq malloc@PLT
movw %bx, (%rax)
movq %rax, %rdx
xorl %ecx, %ecx
popq %rbx
retq
.globl _mlir_ciface_new_scalar
.type _mlir_ciface_new_scalar,@function
_mlir_ciface_new_scalar:
pushq %r14
pushq %rbx
pushq %rax
movl %esi, %ebx
movq %rdi, %r14
movl $2, %edi
callq malloc@PLT
movw %bx, (%rax)
movq %rax, (%r14)
movq %rax, 8(%r14)
movq $0, 16(%r14)
addq $8, %rsp
popq %rbx
popq %r14
retq
.globl new_tail
.type new_tail,@function
new_tail:
pushq %rbp
pushq %r15
pushq %r14
pushq %rbx
pushq %rax
movl %edx, %ebp
movq %rsi, %r14
movq %rdi, %rbx
leaq (%rsi,%rsi), %rax
leaq 3(,%rsi,2), %r15
leaq 12(,%rax,4), %rdi
callq malloc@PLT
testq %r15, %r15
jle .LBB6_6
cmpq $8, %r15
jae .LBB6_3
xorl %ecx, %ecx
jmp .LBB6_5
.LBB6_3:
movabsq $9223372036854775800, %rcx
andq %r15, %rcx
movd %ebp, %xmm0
pshufd $0, %xmm0, %xmm0
xorl %edx, %edx
.LBB6_4:
movdqu %xmm0, (%rax,%rdx,4)
movdqu %xmm0, 16(%rax,%rdx,4)
addq $8, %rdx
cmpq %rdx, %rcx
jne .LBB6_4
.LBB6_5:
movl %ebp, (%rax,%rcx,4)
incq %rcx
cmpq %rcx, %r15
jne .LBB6_5
.LBB6_6:
movq %r14, 24(%rbx)
movq %rax, 8(%rbx)
movq %rax, (%rbx)
movq $2, 32(%rbx)
movq $3, 16(%rbx)
movq %rbx, %rax
addq $8, %rsp
popq %rbx
popq %r14
popq %r15
popq %rbp
retq
.globl _mlir_ciface_new_tail
.type _mlir_ciface_new_tail,@function
_mlir_ciface_new_tail:
pushq %rbx
subq $48, %rsp
movq %rdi, %rbx
leaq 8(%rsp), %rdi
callq new_tail@PLT
movq 40(%rsp), %rax
movups 8(%rsp), %xmm0
movups 24(%rsp), %xmm1
movups %xmm0, (%rbx)
movups %xmm1, 16(%rbx)
movq %rax, 32(%rbx)
addq $48, %rsp
popq %rbx
retq
.globl new_twice
.type new_twice,@function
new_twice:
pushq %r14
pushq %rbx
subq $24, %rsp
movaps %xmm0, (%rsp)
movq %rsi, %r14
movq %rdi, %rbx
leaq (,%rsi,4), %rdi
callq malloc@PLT
movaps (%rsp), %xmm1
testq %r14, %r14
jle .LBB8_7
cmpq $8, %r14
jae .LBB8_4
xorl %ecx, %ecx
jmp .LBB8_3
.LBB8_4:
movabsq $9223372036854775800, %rcx
andq %r14, %rcx
movaps %xmm1, %xmm0
shufps $0, %xmm1, %xmm0
xorl %edx, %edx
.LBB8_5:
movups %xmm0, (%rax,%rdx,4)
movups %xmm0, 16(%rax,%rdx,4)
addq $8, %rdx
cmpq %rdx, %rcx
jne .LBB8_5
jmp .LBB8_6
.LBB8_3:
movss %xmm1, (%rax,%rcx,4)
incq %rcx
.LBB8_6:
cmpq %rcx, %r14
jne .LBB8_3
.LBB8_7:
movq %r14, 64(%rbx)
movq %rax, 48(%rbx)
movq %rax, 40(%rbx)
movq %r14, 24(%rbx)
movq %rax, 8(%rbx)
movq %rax, (%rbx)
movq $1, 72(%rbx)
movq $0, 56(%rbx)
movq $1, 32(%rbx)
movq $0, 16(%rbx)
movq %rbx, %rax
addq $24, %rsp
popq %rbx
popq %r14
retq
.globl _mlir_ciface_new_twice
.type _mlir_ciface_new_twice,@function
_mlir_ciface_new_twice:
pushq %rbx
subq $80, %rsp
movq %rdi, %rbx
movq %rsp, %rdi
callq new_twice@PLT
movups 64(%rsp), %xmm0
movups (%rsp), %xmm1
movups 16(%rsp), %xmm2
movups 32(%rsp), %xmm3
movups 48(%rsp), %xmm4
movups %xmm1, (%rbx)
movups %xmm2, 16(%rbx)
movups %xmm3, 32(%rbx)
movups %xmm4, 48(%rbx)
movups %xmm0, 64(%rbx)
addq $80, %rsp
popq %rbx
retq
.globl new_two
.type new_two,@function
new_two:
pushq %r15
pushq %r14
pushq %r12
pushq %rbx
subq $24, %rsp
movaps %xmm0, (%rsp)
movq %rsi, %r14
movq %rdi, %rbx
leaq (,%rsi,4), %r12
movq %r12, %rdi
callq malloc@PLT
movq %rax, %r15
movq %r12, %rdi
callq malloc@PLT
movaps (%rsp), %xmm1
testq %r14, %r14
jle .LBB10_13
movabsq $9223372036854775800, %rcx
cmpq $8, %r14
jae .LBB10_4
xorl %edx, %edx
jmp .LBB10_3
.LBB10_4:
movq %r14, %rdx
andq %rcx, %rdx
movaps %xmm1, %xmm0
shufps $0, %xmm1, %xmm0
xorl %esi, %esi
.LBB10_5:
movups %xmm0, (%r15,%rsi,4)
movups %xmm0, 16(%r15,%rsi,4)
addq $8, %rsi
cmpq %rsi, %rdx
jne .LBB10_5
jmp .LBB10_6
.LBB10_3:
movss %xmm1, (%r15,%rdx,4)
incq %rdx
.LBB10_6:
cmpq %rdx, %r14
jne .LBB10_3
cmpq $8, %r14
jae .LBB10_10
xorl %ecx, %ecx
jmp .LBB10_9
.LBB10_10:
andq %r14, %rcx
movaps %xmm1, %xmm0
shufps $0, %xmm1, %xmm0
xorl %edx, %edx
.LBB10_11:
movups %xmm0, (%rax,%rdx,4)
movups %xmm0, 16(%rax,%rdx,4)
addq $8, %rdx
cmpq %rdx, %rcx
jne .LBB10_11
jmp .LBB10_12
.LBB10_9:
movss %xmm1, (%rax,%rcx,4)
incq %rcx
.LBB10_12:
cmpq %rcx, %r14
jne .LBB10_9
.LBB10_13:
movq %r14, 72(%rbx)
movq %rax, 56(%rbx)
movq %rax, 48(%rbx)
movq %r14, 24(%rbx)
movq %r15, 8(%rbx)
movq %r15, (%rbx)
movq $1, 80(%rbx)
movq $0, 64(%rbx)
movb $7, 40(%rbx)
movq $1, 32(%rbx)
movq $0, 16(%rbx)
movq %rbx, %rax
addq $24, %rsp
popq %rbx
popq %r12
popq %r14
popq %r15
retq
.globl _mlir_ciface_new_two
.type _mlir_ciface_new_two,@function
_mlir_ciface_new_two:
pushq %rbx
subq $96, %rsp
movq %rdi, %rbx
leaq 8(%rsp), %rdi
callq new_two@PLT
movq 88(%rsp), %rax
movups 8(%rsp), %xmm0
movups 24(%rsp), %xmm1
movups 56(%rsp), %xmm2
movups 72(%rsp), %xmm3
movq 40(%rsp), %rcx
movzbl 48(%rsp), %edx
movb %dl, 40(%rbx)
movq %rcx, 32(%rbx)
movups %xmm3, 64(%rbx)
movups %xmm2, 48(%rbx)
movups %xmm1, 16(%rbx)
movups %xmm0, (%rbx)
movq %rax, 80(%rbx)
addq $96, %rsp
popq %rbx
retq
.globl same
.type same,@function
same:
movq %rdi, %rax
movq %r9, 32(%rdi)
movq %r8, 24(%rdi)
movq %rcx, 16(%rdi)
movq %rdx, 8(%rdi)
movq %rsi, (%rdi)
retq
.globl _mlir_ciface_same
.type _mlir_ciface_same,@function
_mlir_ciface_same:
movq 32(%rsi), %rax
movups (%rsi), %xmm0
movups 16(%rsi), %xmm1
movups %xmm0, (%rdi)
movups %xmm1, 16(%rdi)
movq %rax, 32(%rdi)
retq
.globl same_twice
.type same_twice,@function
same_twice:
movq %rdi, %rax
movq 8(%rsp), %rdi
movq 16(%rsp), %r10
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
.globl _mlir_ciface_same_twice
.type _mlir_ciface_same_twice,@function
_mlir_ciface_same_twice:
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
retq
.globl second
.type second,@function
second:
movq %rdi, %rax
movq 8(%rsp), %rcx
movups 16(%rsp), %xmm0
movups 32(%rsp), %xmm1
movups %xmm1, 24(%rdi)
movups %xmm0, 8(%rdi)
movq %rcx, (%rdi)
retq
.globl _mlir_ciface_second
.type _mlir_ciface_second,@function
_mlir_ciface_second:
movq 32(%rdx), %rax
movups (%rdx), %xmm0
movups 16(%rdx), %xmm1
movups %xmm0, (%rdi)
movups %xmm1, 16(%rdi)
movq %rax, 32(%rdi)
retq
.globl tail
.type tail,@function
tail:
movq %rdi, %rax
movaps 8(%rsp), %xmm0
movups %xmm0, 16(%rdi)
movq %rdx, 8(%rdi)
movq %rsi, (%rdi)
movq $1, 32(%rdi)
retq
.globl _mlir_ciface_tail
.type _mlir_ciface_tail,@function
_mlir_ciface_tail:
movups (%rsi), %xmm0
movups %xmm0, (%rdi)
movq %rdx, 16(%rdi)
movq %rcx, 24(%rdi)
movq $1, 32(%rdi)
retq
.globl transposed
.type transposed,@function
transposed:
movq %rdi, %rax
movq 16(%rsp), %rdi
movq 8(%rsp), %r10
movq %r10, 48(%rax)
movq %rdi, 40(%rax)
movq %r8, 32(%rax)
movq %r9, 24(%rax)
movq %rcx, 16(%rax)
movq %rdx, 8(%rax)
movq %rsi, (%rax)
retq
.globl _mlir_ciface_transposed
.type _mlir_ciface_transposed,@function
_mlir_ciface_transposed:
movq 16(%rsi), %rax
movdqu 24(%rsi), %xmm0
pshufd $78, %xmm0, %xmm0
movdqu 40(%rsi), %xmm1
movups (%rsi), %xmm2
movups %xmm2, (%rdi)
movq %rax, 16(%rdi)
movdqu %xmm0, 24(%rdi)
pshufd $78, %xmm1, %xmm0
movdqu %xmm0, 40(%rdi)
retq
.globl new_and_same
.type new_and_same,@function
new_and_same:
pushq %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
subq $24, %rsp
movaps %xmm0, (%rsp)
movq %r9, %rbp
movq %r8, %r14
movq %rcx, %r13
movq %rdx, %r12
movq %rsi, %r15
movq %rdi, %rbx
leaq (,%r8,4), %rdi
callq malloc@PLT
movaps (%rsp), %xmm1
testq %r14, %r14
jle .LBB22_7
cmpq $8, %r14
jae .LBB22_4
xorl %ecx, %ecx
jmp .LBB22_3
.LBB22_4:
movabsq $9223372036854775800, %rcx
andq %r14, %rcx
movaps %xmm1, %xmm0
shufps $0, %xmm1, %xmm0
xorl %edx, %edx
.LBB22_5:
movups %xmm0, (%rax,%rdx,4)
movups %xmm0, 16(%rax,%rdx,4)
addq $8, %rdx
cmpq %rdx, %rcx
jne .LBB22_5
jmp .LBB22_6
.LBB22_3:
movss %xmm1, (%rax,%rcx,4)
incq %rcx
.LBB22_6:
cmpq %rcx, %r14
jne .LBB22_3
.LBB22_7:
movq %rbp, 72(%rbx)
movq %r14, 64(%rbx)
movq %r13, 56(%rbx)
movq %r12, 48(%rbx)
movq %r15, 40(%rbx)
movq %r14, 24(%rbx)
movq %rax, 8(%rbx)
movq %rax, (%rbx)
movq $1, 32(%rbx)
movq $0, 16(%rbx)
movq %rbx, %rax
addq $24, %rsp
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
retq
.globl _mlir_ciface_new_and_same
.type _mlir_ciface_new_and_same,@function
_mlir_ciface_new_and_same:
pushq %rbx
subq $80, %rsp
movq %rdi, %rbx
movq (%rsi), %rax
movq 8(%rsi), %rdx
movq 16(%rsi), %rcx
movq 24(%rsi), %r8
movq 32(%rsi), %r9
movq %rsp, %rdi
movq %rax, %rsi
callq new_and_same@PLT
movups 64(%rsp), %xmm0
movups (%rsp), %xmm1
movups 16(%rsp), %xmm2
movups 32(%rsp), %xmm3
movups 48(%rsp), %xmm4
movups %xmm1, (%rbx)
movups %xmm2, 16(%rbx)
movups %xmm3, 32(%rbx)
movups %xmm4, 48(%rbx)
movups %xmm0, 64(%rbx)
addq $80, %rsp
popq %rbx
retq
.globl shared
.type shared,@function
shared:
movq %rdi, %rax
leaq .Ltable(%rip), %rcx
movq %rcx, 8(%rdi)
movl $3735928559, %ecx
movq %rcx, (%rdi)
movq $1, 32(%rdi)
movq $4, 24(%rdi)
movq $0, 16(%rdi)
retq
.globl _mlir_ciface_shared
.type _mlir_ciface_shared,@function
_mlir_ciface_shared:
movl $3735928559, %eax
movq %rax, (%rdi)
leaq .Ltable(%rip), %rax
movq %rax, 8(%rdi)
movq $0, 16(%rdi)
movq $4, 24(%rdi)
movq $1, 32(%rdi)
retq
.globl new_any
.type new_any,@function
new_any:
pushq %rbp
movq %rsp, %rbp
pushq %r14
pushq %rbx
subq $16, %rsp
movaps %xmm0, -32(%rbp)
movq %rdi, %rbx
leaq (,%rdi,8), %rdi
callq malloc@PLT
movaps -32(%rbp), %xmm1
testq %rbx, %rbx
jle .LBB26_7
cmpq $4, %rbx
jae .LBB26_4
xorl %ecx, %ecx
jmp .LBB26_3
.LBB26_4:
movabsq $9223372036854775804, %rcx
andq %rbx, %rcx
movaps %xmm1, %xmm0
shufps $0, %xmm1, %xmm0
xorl %edx, %edx
.LBB26_5:
movups %xmm0, (%rax,%rdx,8)
movups %xmm0, 16(%rax,%rdx,8)
addq $4, %rdx
cmpq %rdx, %rcx
jne .LBB26_5
jmp .LBB26_6
.LBB26_3:
movss %xmm1, (%rax,%rcx,8)
movss %xmm1, 4(%rax,%rcx,8)
incq %rcx
.LBB26_6:
cmpq %rcx, %rbx
jne .LBB26_3
.LBB26_7:
movq %rsp, %r14
leaq -64(%r14), %rsp
movq %rax, -64(%r14)
movq %rax, -56(%r14)
movq $0, -48(%r14)
movq %rbx, -40(%r14)
movq $2, -32(%r14)
movq $2, -24(%r14)
movq $1, -16(%r14)
movl $56, %edi
callq malloc@PLT
movq %rax, %rdx
movups -64(%r14), %xmm0
movups -48(%r14), %xmm1
movups -32(%r14), %xmm2
movups %xmm0, (%rax)
movups %xmm1, 16(%rax)
movups %xmm2, 32(%rax)
movq -16(%r14), %rax
movq %rax, 48(%rdx)
movl $2, %eax
leaq -16(%rbp), %rsp
popq %rbx
popq %r14
popq %rbp
retq
.globl _mlir_ciface_new_any
.type _mlir_ciface_new_any,@function
_mlir_ciface_new_any:
pushq %rbx
movq %rdi, %rbx
movq %rsi, %rdi
callq new_any@PLT
movq %rax, (%rbx)
movq %rdx, 8(%rbx)
popq %rbx
retq
.globl same_any
.type same_any,@function
same_any:
pushq %r15
pushq %r14
pushq %r12
pushq %rbx
pushq %rax
movq %rsi, %rbx
movq %rdi, %r14
movq %rdi, %r15
shlq $4, %r15
addq $24, %r15
movq %r15, %rdi
callq malloc@PLT
movq %rax, %r12
movq %rax, %rdi
movq %rbx, %rsi
movq %r15, %rdx
callq memcpy@PLT
movq %r14, %rax
movq %r12, %rdx
addq $8, %rsp
popq %rbx
popq %r12
popq %r14
popq %r15
retq
.globl _mlir_ciface_same_any
.type _mlir_ciface_same_any,@function
_mlir_ciface_same_any:
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq %rdi, %rbx
movq (%rsi), %r13
movq 8(%rsi), %r14
movq %r13, %r15
shlq $4, %r15
addq $24, %r15
movq %r15, %rdi
callq malloc@PLT
movq %rax, %r12
movq %rax, %rdi
movq %r14, %rsi
movq %r15, %rdx
callq memcpy@PLT
movq %r13, (%rbx)
movq %r12, 8(%rbx)
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
retq
.globl shared_any
.type shared_any,@function
shared_any:
pushq %rax
movl $40, %edi
callq malloc@PLT
movq %rax, %rcx
movl $3735928559, %eax
movq %rax, (%rcx)
leaq .Ltable(%rip), %rax
movq %rax, 8(%rcx)
movq $0, 16(%rcx)
movq $4, 24(%rcx)
movq $1, 32(%rcx)
movl $1, %edx
movl $5, %eax
popq %rsi
retq
.globl _mlir_ciface_shared_any
.type _mlir_ciface_shared_any,@function
_mlir_ciface_shared_any:
pushq %rbx
movq %rdi, %rbx
movl $40, %edi
callq malloc@PLT
movl $3735928559, %ecx
movq %rcx, (%rax)
leaq .Ltable(%rip), %rcx
movq %rcx, 8(%rax)
movq $0, 16(%rax)
movq $4, 24(%rax)
movq $1, 32(%rax)
movq %rax, 16(%rbx)
movl $5, (%rbx)
movq $1, 8(%rbx)
popq %rbx
retq
.globl rank
.type rank,@function
rank:
movq %rdi, %rax
retq
.globl _mlir_ciface_rank
.type _mlir_ciface_rank,@function
_mlir_ciface_rank:
movq (%rdi), %rax
retq
.globl sum_any
.type sum_any,@function
sum_any:
movq 24(%rsi), %rax
testq %rax, %rax
jle .LBB34_1
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
movq 32(%rsi), %rcx
movq 40(%rsi), %rdx
movq 48(%rsi), %rdi
movq 16(%rsi), %r8
shlq $3, %r8
addq 8(%rsi), %r8
movl %ecx, %esi
andl $3, %esi
movabsq $9223372036854775804, %r9
andq %rcx, %r9
leaq (,%rdi,8), %r10
leaq (%r10,%r10,2), %r11
shlq $3, %rdx
movq %rdi, %rbx
shlq $5, %rbx
movq %rdi, %r14
shlq $4, %r14
xorpd %xmm0, %xmm0
xorl %r15d, %r15d
jmp .LBB34_4
.LBB34_12:
incq %r15
addq %rdx, %r8
cmpq %rax, %r15
je .LBB34_13
.LBB34_4:
testq %rcx, %rcx
jle .LBB34_12
cmpq $4, %rcx
jae .LBB34_7
xorl %r12d, %r12d
jmp .LBB34_10
.LBB34_7:
movq %r8, %r13
xorl %r12d, %r12d
.LBB34_8:
addsd (%r13), %xmm0
addsd (%r13,%rdi,8), %xmm0
addsd (%r13,%r14), %xmm0
addsd (%r13,%r11), %xmm0
addq $4, %r12
addq %rbx, %r13
cmpq %r12, %r9
jne .LBB34_8
testq %rsi, %rsi
je .LBB34_12
.LBB34_10:
imulq %r10, %r12
addq %r8, %r12
movq %rsi, %r13
.LBB34_11:
addsd (%r12), %xmm0
addq %r10, %r12
decq %r13
jne .LBB34_11
jmp .LBB34_12
.LBB34_13:
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
retq
.LBB34_1:
xorps %xmm0, %xmm0
retq
.globl _mlir_ciface_sum_any
.type _mlir_ciface_sum_any,@function
_mlir_ciface_sum_any:
movq 8(%rdi), %rsi
jmp sum_any@PLT
.globl copy_strided
.type copy_strided,@function
copy_strided:
.cfi_startproc
subq $152, %rsp
.cfi_def_cfa_offset 160
movq 216(%rsp), %rax
movups 200(%rsp), %xmm0
movups 184(%rsp), %xmm1
movups 168(%rsp), %xmm2
movq 160(%rsp), %r10
movq %rdi, 40(%rsp)
movq %rsi, 48(%rsp)
movq %rdx, 56(%rsp)
movq %rcx, 64(%rsp)
movq %r8, 72(%rsp)
movq %r9, 80(%rsp)
movq %r10, 88(%rsp)
movups %xmm2, 96(%rsp)
movups %xmm1, 112(%rsp)
movups %xmm0, 128(%rsp)
movq %rax, 144(%rsp)
movq $2, 24(%rsp)
leaq 40(%rsp), %rax
movq %rax, 32(%rsp)
movq $2, 8(%rsp)
leaq 96(%rsp), %rax
movq %rax, 16(%rsp)
leaq 24(%rsp), %rsi
leaq 8(%rsp), %rdx
movl $4, %edi
callq memrefCopy@PLT
addq $152, %rsp
.cfi_def_cfa_offset 8
retq
.cfi_endproc
.globl _mlir_ciface_copy_strided
.type _mlir_ciface_copy_strided,@function
_mlir_ciface_copy_strided:
.cfi_startproc
subq $152, %rsp
.cfi_def_cfa_offset 160
movq 48(%rdi), %rax
movq 48(%rsi), %rcx
movups (%rdi), %xmm0
movaps %xmm0, 96(%rsp)
movups 16(%rdi), %xmm0
movaps %xmm0, 112(%rsp)
movups 32(%rdi), %xmm0
movaps %xmm0, 128(%rsp)
movq %rax, 144(%rsp)
movups (%rsi), %xmm0
movaps %xmm0, 32(%rsp)
movups 16(%rsi), %xmm0
movaps %xmm0, 48(%rsp)
movups 32(%rsi), %xmm0
movaps %xmm0, 64(%rsp)
movq %rcx, 80(%rsp)
movq $2, 16(%rsp)
leaq 96(%rsp), %rax
movq %rax, 24(%rsp)
movq $2, (%rsp)
leaq 32(%rsp), %rax
movq %rax, 8(%rsp)
leaq 16(%rsp), %rsi
movq %rsp, %rdx
movl $4, %edi
callq memrefCopy@PLT
addq $152, %rsp
.cfi_def_cfa_offset 8
retq
.cfi_endproc
.globl add_bf16
.type add_bf16,@function
add_bf16:
pushq %rax
pextrw $0, %xmm0, %eax
pextrw $0, %xmm1, %ecx
shll $16, %ecx
movd %ecx, %xmm1
shll $16, %eax
movd %eax, %xmm0
addss %xmm1, %xmm0
callq __truncsfbf2@PLT
popq %rax
retq
.globl _mlir_ciface_add_bf16
.type _mlir_ciface_add_bf16,@function
_mlir_ciface_add_bf16:
pushq %rax
pextrw $0, %xmm0, %eax
pextrw $0, %xmm1, %ecx
shll $16, %ecx
movd %ecx, %xmm1
shll $16, %eax
movd %eax, %xmm0
addss %xmm1, %xmm0
callq __truncsfbf2@PLT
popq %rax
retq
.globl add_i8
.type add_i8,@function
add_i8:
leal (%rsi,%rdi), %eax
retq
.globl _mlir_ciface_add_i8
.type _mlir_ciface_add_i8,@function
_mlir_ciface_add_i8:
leal (%rsi,%rdi), %eax
retq
.globl less
.type less,@function
less:
cmpq %rsi, %rdi
setl %al
retq
.globl _mlir_ciface_less
.type _mlir_ciface_less,@function
_mlir_ciface_less:
cmpq %rsi, %rdi
setl %al
retq
.globl calls_sum
.type calls_sum,@function
calls_sum:
.cfi_startproc
subq $40, %rsp
.cfi_def_cfa_offset 48
movq %rdi, (%rsp)
movq %rsi, 8(%rsp)
movq %rdx, 16(%rsp)
movq %rcx, 24(%rsp)
movq %r8, 32(%rsp)
movq %rsp, %rdi
callq _mlir_ciface_host_sum@PLT
addss %xmm0, %xmm0
addq $40, %rsp
.cfi_def_cfa_offset 8
retq
.cfi_endproc
.globl _mlir_ciface_calls_sum
.type _mlir_ciface_calls_sum,@function
_mlir_ciface_calls_sum:
.cfi_startproc
subq $40, %rsp
.cfi_def_cfa_offset 48
movq 32(%rdi), %rax
movups (%rdi), %xmm1
movaps %xmm1, (%rsp)
movups 16(%rdi), %xmm1
movaps %xmm1, 16(%rsp)
movq %rax, 32(%rsp)
movq %rsp, %rdi
callq _mlir_ciface_host_sum@PLT
addss %xmm0, %xmm0
addq $40, %rsp
.cfi_def_cfa_offset 8
retq
.cfi_endproc
.globl calls_new
.type calls_new,@function
calls_new:
.cfi_startproc
pushq %rbx
.cfi_def_cfa_offset 16
subq $96, %rsp
.cfi_def_cfa_offset 112
.cfi_offset %rbx, -16
movq %rdi, 8(%rsp)
movq %rsi, 16(%rsp)
movq %rdx, 24(%rsp)
movq %rcx, 32(%rsp)
movq %r8, 40(%rsp)
leaq 48(%rsp), %rdi
leaq 8(%rsp), %rsi
movl %r9d, %edx
callq _mlir_ciface_host_new@PLT
movq 48(%rsp), %rdi
movq 72(%rsp), %rdx
movzbl 88(%rsp), %ebx
testq %rdx, %rdx
jle .LBB46_1
movq 56(%rsp), %rcx
movl %edx, %eax
andl $7, %eax
cmpq $8, %rdx
jae .LBB46_4
xorps %xmm0, %xmm0
xorl %esi, %esi
jmp .LBB46_7
.LBB46_1:
xorps %xmm0, %xmm0
jmp .LBB46_9
.LBB46_4:
movabsq $9223372036854775800, %rsi
andq %rsi, %rdx
xorps %xmm0, %xmm0
xorl %esi, %esi
.LBB46_5:
addss (%rcx,%rsi,4), %xmm0
addss 4(%rcx,%rsi,4), %xmm0
addss 8(%rcx,%rsi,4), %xmm0
addss 12(%rcx,%rsi,4), %xmm0
addss 16(%rcx,%rsi,4), %xmm0
addss 20(%rcx,%rsi,4), %xmm0
addss 24(%rcx,%rsi,4), %xmm0
addss 28(%rcx,%rsi,4), %xmm0
addq $8, %rsi
cmpq %rsi, %rdx
jne .LBB46_5
testq %rax, %rax
je .LBB46_9
.LBB46_7:
leaq (%rcx,%rsi,4), %rcx
xorl %edx, %edx
.LBB46_8:
addss (%rcx,%rdx,4), %xmm0
incq %rdx
cmpq %rdx, %rax
jne .LBB46_8
.LBB46_9:
movss %xmm0, 4(%rsp)
callq free@PLT
movss 4(%rsp), %xmm0
movl %ebx, %eax
addq $96, %rsp
.cfi_def_cfa_offset 16
popq %rbx
.cfi_def_cfa_offset 8
retq
.cfi_endproc
.globl _mlir_ciface_calls_new
.type _mlir_ciface_calls_new,@function
_mlir_ciface_calls_new:
.cfi_startproc
pushq %rbx
.cfi_def_cfa_offset 16
.cfi_offset %rbx, -16
movl %edx, %r9d
movq %rdi, %rbx
movq (%rsi), %rdi
movq 8(%rsi), %rax
movq 16(%rsi), %rdx
movq 24(%rsi), %rcx
movq 32(%rsi), %r8
movq %rax, %rsi
callq calls_new@PLT
movss %xmm0, (%rbx)
andb $1, %al
movb %al, 4(%rbx)
popq %rbx
.cfi_def_cfa_offset 8
retq
.cfi_endproc
.globl calls_any
.type calls_any,@function
calls_any:
.cfi_startproc
pushq %rbp
.cfi_def_cfa_offset 16
.cfi_offset %rbp, -16
movq %rsp, %rbp
.cfi_def_cfa_register %rbp
pushq %r15
pushq %r14
pushq %r13
pushq %r12
pushq %rbx
subq $72, %rsp
.cfi_offset %rbx, -56
.cfi_offset %r12, -48
.cfi_offset %r13, -40
.cfi_offset %r14, -32
.cfi_offset %r15, -24
movq %rdi, %rsi
leaq -112(%rbp), %rdi
callq _mlir_ciface_host_any@PLT
movq -112(%rbp), %rbx
movq -104(%rbp), %r12
movq -96(%rbp), %rax
movq %rax, -56(%rbp)
movq -88(%rbp), %r15
movq %rbx, %rax
shlq $4, %rax
leaq 24(%rax), %r14
movq %rsp, %r13
addq $39, %rax
andq $-16, %rax
subq %rax, %r13
movq %r13, %rsp
movq %r13, %rdi
movq %r12, %rsi
movq %r14, %rdx
callq memcpy@PLT
movq %r12, %rdi
callq free@PLT
movsd 8(%r15), %xmm0
movsd %xmm0, -48(%rbp)
movq -56(%rbp), %rdi
callq free@PLT
movq %r14, %rdi
callq malloc@PLT
movq %rax, %r15
movq %rax, %rdi
movq %r13, %rsi
movq %r14, %rdx
callq memcpy@PLT
movq %rbx, %rax
movq %r15, %rdx
movsd -48(%rbp), %xmm0
leaq -40(%rbp), %rsp
popq %rbx
popq %r12
popq %r13
popq %r14
popq %r15
popq %rbp
.cfi_def_cfa %rsp, 8
retq
.cfi_endproc
.globl _mlir_ciface_calls_any
.type _mlir_ciface_calls_any,@function
_mlir_ciface_calls_any:
.cfi_startproc
pushq %rbx
.cfi_def_cfa_offset 16
.cfi_offset %rbx, -16
movq %rdi, %rbx
movq %rsi, %rdi
callq calls_any@PLT
movq %rax, (%rbx)
movq %rdx, 8(%rbx)
movsd %xmm0, 16(%rbx)
popq %rbx
.cfi_def_cfa_offset 8
retq
.cfi_endproc
.type .Ltable,@object
.section .rodata,"a",@progbits
.Ltable:
.long 0x3f800000
.long 0x40000000
.long 0x40400000
.long 0x40800000
.section ".note.GNU-stack","",@progbits
